;; Adds up how often documents have any of several words. `npm run docs` writes it into prefix-kernel-code.ts.
(module
  (memory (export "memory") 1)
  ;; Sums have 16 bits, one for each document.

  ;; Adds the postings of words. From $word on, there is how many each has, and 4096 bytes further where they are behind $lists.
  ;; Two lists are read in turns, because where a posting begins is known only when the one before has been read. After the last
  ;; list, the other is read in turns with the zeros at $zeros, which are added to the spare sum before them.
  (func (export "add")
    (param $word i32) (param $end i32) (param $lists i32) (param $sums i32) (param $zeros i32)
    (local $at i32) (local $left i32) (local $sum i32) (local $at2 i32) (local $left2 i32) (local $sum2 i32)
    (local $two i32) (local $byte i32) (local $code i32) (local $shift i32) (local $turns i32)
    (loop $words
      (if (i32.eqz (local.get $left))
        (then
          (local.set $left (local.get $left2))
          (local.set $at (local.get $at2))
          (local.set $sum (local.get $sum2))
          (local.set $left2 (i32.const 0))))
      (if (i32.eqz (local.get $left2))
        (then
          (if (i32.lt_u (local.get $word) (local.get $end))
            (then
              (local.set $left2 (i32.load (local.get $word)))
              (local.set $at2 (i32.add (local.get $lists) (i32.load offset=4096 (local.get $word))))
              (local.set $sum2 (local.get $sums))
              (local.set $word (i32.add (local.get $word) (i32.const 4)))
              (br_if $words (i32.eqz (local.get $left))))
            (else
              (if (i32.eqz (local.get $left)) (then (return)))
              (local.set $left2 (local.get $left))
              (local.set $at2 (local.get $zeros))
              (local.set $sum2 (i32.sub (local.get $zeros) (i32.const 2)))))))
      (local.set $turns
        (select (local.get $left) (local.get $left2) (i32.lt_u (local.get $left) (local.get $left2))))
      (br_if $words (i32.eqz (local.get $turns)))
      (local.set $left (i32.sub (local.get $left) (local.get $turns)))
      (local.set $left2 (i32.sub (local.get $left2) (local.get $turns)))
      ;; Each turn ends with the other list in the place of this one.
      (local.set $turns (i32.mul (local.get $turns) (i32.const 2)))
      (loop $postings
        ;; Whether a second byte follows can't be foreseen, so that a branch would cost far more than reading it.
        (local.set $two (i32.load16_u (local.get $at)))
        (local.set $byte (i32.and (i32.shr_u (local.get $two) (i32.const 7)) (i32.const 1)))
        (local.set $at (i32.add (local.get $at) (i32.add (local.get $byte) (i32.const 1))))
        (local.set $byte
          (i32.and (i32.shr_u (local.get $two) (i32.const 8)) (i32.sub (i32.const 0) (local.get $byte))))
        (local.set $code (i32.or
          (i32.and (local.get $two) (i32.const 127))
          (i32.shl (i32.and (local.get $byte) (i32.const 127)) (i32.const 7))))
        (if (i32.gt_u (local.get $byte) (i32.const 127))
          (then
            (local.set $shift (i32.const 14))
            (loop $more
              (local.set $byte (i32.load8_u (local.get $at)))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (local.set $code (i32.or (local.get $code)
                (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
              (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
              (br_if $more (i32.gt_u (local.get $byte) (i32.const 127))))))
        ;; A distance stands in the code times 4, and a sum takes two bytes.
        (local.set $sum (i32.add (local.get $sum)
          (i32.shl (i32.shr_u (local.get $code) (i32.const 2)) (i32.const 1))))
        (local.set $code (i32.and (local.get $code) (i32.const 3)))
        (if (i32.eq (local.get $code) (i32.const 3))
          (then
            (local.set $code (i32.add (local.get $code) (i32.load8_u (local.get $at))))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))))
        (i32.store16 (local.get $sum)
          (i32.add (i32.load16_u (local.get $sum)) (i32.add (local.get $code) (i32.const 1))))
        (local.get $at)
        (local.get $at2)
        (local.set $at)
        (local.set $at2)
        (local.get $sum)
        (local.get $sum2)
        (local.set $sum)
        (local.set $sum2)
        (br_if $postings (local.tee $turns (i32.sub (local.get $turns) (i32.const 1)))))
      (br $words)))

  ;; Lowers sums above $most to it. Returns 1 if it is what all have then.
  (func (export "cap") (param $sum i32) (param $end i32) (param $most i32) (result i32)
    (local $all v128) (local $eight v128) (local $caps v128)
    (local.set $caps (i16x8.splat (local.get $most)))
    (local.set $all (local.get $caps))
    (loop $next
      (local.set $eight (i16x8.min_u (v128.load (local.get $sum)) (local.get $caps)))
      (v128.store (local.get $sum) (local.get $eight))
      (local.set $all (i16x8.min_u (local.get $all) (local.get $eight)))
      (br_if $next (i32.lt_u (local.tee $sum (i32.add (local.get $sum) (i32.const 16))) (local.get $end))))
    (i16x8.all_true (i16x8.eq (local.get $all) (local.get $caps))))

  ;; Writes the numbers of the documents with a sum, four bytes each, and the sums, a byte each. Returns how many these are. It
  ;; writes every document and goes on only after one with a sum, which costs less than a branch.
  (func (export "collect") (param $sum i32) (param $size i32) (param $docs i32) (param $frequencies i32) (result i32)
    (local $doc i32) (local $count i32) (local $frequency i32)
    (loop $next
      (local.set $frequency (i32.load16_u (local.get $sum)))
      (i32.store (i32.add (local.get $docs) (i32.shl (local.get $count) (i32.const 2))) (local.get $doc))
      (i32.store8 (i32.add (local.get $frequencies) (local.get $count)) (local.get $frequency))
      (local.set $count (i32.add (local.get $count) (i32.ne (local.get $frequency) (i32.const 0))))
      (local.set $sum (i32.add (local.get $sum) (i32.const 2)))
      (br_if $next (i32.lt_u (local.tee $doc (i32.add (local.get $doc) (i32.const 1))) (local.get $size))))
    (local.get $count)))
