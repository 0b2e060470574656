;; Counts where two words of a phrase stand in documents. `npm run docs` writes it into phrase-kernel-code.ts.
(module
  (memory (export "memory") 20)
  ;; Places of 16 bytes from 16 on; $list: addresses of the marks of a document from 0x1000 to 0x11000; marks of its places from
  ;; 0x20000 to 0x120000, all 0 between documents; the lists of the words from 0x120010 on. All numbers but counts and distances
  ;; are addresses. A vector has a place of 65535 for what is no place, which therefore never has a mark: see $marked.

  ;; Reads a posting. Returns the distance to the document before, how often the word is there, and what is behind.
  (func $posting (param $at i32) (result i32 i32 i32)
    (local $byte i32) (local $code i32) (local $shift i32)
    (loop $more
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $code (i32.or (local.get $code)
        (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (br_if $more (i32.gt_u (local.get $byte) (i32.const 127))))
    (i32.shr_u (local.get $code) (i32.const 2))
    (if (result i32) (i32.eq (i32.and (local.get $code) (i32.const 3)) (i32.const 3))
      (then
        (i32.add (i32.load8_u (local.get $at)) (i32.const 4))
        (local.set $at (i32.add (local.get $at) (i32.const 1))))
      (else (i32.add (i32.and (local.get $code) (i32.const 3)) (i32.const 1))))
    (local.get $at))

  ;; Returns where the places of a posting begin and end.
  (func $bounds (param $at i32) (param $frequency i32) (result i32 i32)
    (local $byte i32) (local $length i32) (local $shift i32) (local $ends i32) (local $count i32)
    (if (i32.lt_u (local.get $frequency) (i32.const 15))
      (then
        (local.get $at)
        (block $found
          (loop $sixteen
            (local.set $ends (i32.xor (i8x16.bitmask (v128.load (local.get $at))) (i32.const 0xffff)))
            (local.set $count (i32.popcnt (local.get $ends)))
            (br_if $found (i32.ge_u (local.get $count) (local.get $frequency)))
            (local.set $frequency (i32.sub (local.get $frequency) (local.get $count)))
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (br $sixteen)))
        (loop $next
          (local.set $frequency (i32.sub (local.get $frequency) (i32.const 1)))
          (if (local.get $frequency)
            (then
              (local.set $ends (i32.and (local.get $ends) (i32.sub (local.get $ends) (i32.const 1))))
              (br $next))))
        (return (i32.add (local.get $at) (i32.add (i32.ctz (local.get $ends)) (i32.const 1))))))
    (loop $more
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $length (i32.or (local.get $length)
        (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (br_if $more (i32.gt_u (local.get $byte) (i32.const 127))))
    (local.get $at)
    (i32.add (local.get $at) (local.get $length)))

  ;; Writes the places that end in the 16 bytes from $at on, of which only $left belong to the list; before them it has come to
  ;; $base, below 32768. Returns what it has come to, or -1 if a distance is so large that it does not fit.
  (func $sixteen (param $at i32) (param $left i32) (param $base i32) (result i32)
    (local $bytes v128) (local $second v128) (local $none v128) (local $low v128) (local $high v128) (local $zero v128)
    (local.set $bytes (v128.load (local.get $at)))
    (local.set $second (i8x16.shr_s (v128.load (i32.sub (local.get $at) (i32.const 1))) (i32.const 7)))
    (if (v128.any_true (i8x16.gt_u
          (v128.and (local.get $bytes) (local.get $second))
          (i8x16.splat (i32.const 31))))
      (then (return (i32.const -1))))
    (local.set $none (v128.or
      (i8x16.shr_s (local.get $bytes) (i32.const 7))
      (i8x16.ge_u
        (v128.const i8x16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
        (i8x16.splat (select (local.get $left) (i32.const 16) (i32.lt_u (local.get $left) (i32.const 16)))))))
    (local.set $bytes (v128.and (local.get $bytes) (i8x16.splat (i32.const 127))))
    (local.set $second (v128.and (local.get $second) (i8x16.splat (i32.const 127))))
    (local.set $low (i16x8.mul
      (i16x8.extend_low_i8x16_u (local.get $bytes))
      (i16x8.add (i16x8.extend_low_i8x16_u (local.get $second)) (i16x8.splat (i32.const 1)))))
    (local.set $high (i16x8.mul
      (i16x8.extend_high_i8x16_u (local.get $bytes))
      (i16x8.add (i16x8.extend_high_i8x16_u (local.get $second)) (i16x8.splat (i32.const 1)))))
    ;; Sums of each and all before it.
    (local.set $low (i16x8.add (local.get $low)
      (i8x16.shuffle 16 16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 (local.get $low) (local.get $zero))))
    (local.set $high (i16x8.add (local.get $high)
      (i8x16.shuffle 16 16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 (local.get $high) (local.get $zero))))
    (local.set $low (i16x8.add (local.get $low)
      (i8x16.shuffle 16 16 16 16 0 1 2 3 4 5 6 7 8 9 10 11 (local.get $low) (local.get $zero))))
    (local.set $high (i16x8.add (local.get $high)
      (i8x16.shuffle 16 16 16 16 0 1 2 3 4 5 6 7 8 9 10 11 (local.get $high) (local.get $zero))))
    (local.set $low (i16x8.add (local.get $low)
      (i8x16.shuffle 16 16 16 16 16 16 16 16 0 1 2 3 4 5 6 7 (local.get $low) (local.get $zero))))
    (local.set $high (i16x8.add (local.get $high)
      (i8x16.shuffle 16 16 16 16 16 16 16 16 0 1 2 3 4 5 6 7 (local.get $high) (local.get $zero))))
    (local.set $low (i16x8.add (local.get $low) (i16x8.splat (local.get $base))))
    (local.set $high (i16x8.add (local.get $high)
      (i8x16.shuffle 14 15 14 15 14 15 14 15 14 15 14 15 14 15 14 15 (local.get $low) (local.get $low))))
    (v128.store (i32.const 16) (v128.or (local.get $low) (i16x8.extend_low_i8x16_s (local.get $none))))
    (v128.store (i32.const 32) (v128.or (local.get $high) (i16x8.extend_high_i8x16_s (local.get $none))))
    (i16x8.extract_lane_u 7 (local.get $high)))

  ;; Whether the next bytes may be read as a vector.
  (func $fits (param $at i32) (param $end i32) (param $base i32) (result i32)
    (i32.and
      (i32.gt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 6))
      (i32.lt_u (local.get $base) (i32.const 32768))))

  ;; The address of the mark of a place.
  (func $marked (param $place i32) (result i32)
    (i32.add (i32.const 0x20000)
      (i32.add (local.get $place) (i32.ge_s (local.get $place) (i32.const 65535)))))

  ;; Marks the places from $at to $end, each $ahead further on. Returns the end of the list of marks, or 0 if one has no room.
  (func $mark (param $at i32) (param $end i32) (param $ahead i32) (result i32)
    (local $base i32) (local $next i32) (local $lane i32) (local $place i32) (local $byte i32) (local $shift i32) (local $list i32)
    (local.set $list (i32.const 0x1000))
    (if (i32.gt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 0x4000)) (then (return (i32.const 0))))
    (block $done
      (block $slow
        (loop $vectors
          (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
          (br_if $slow (i32.eqz (call $fits (local.get $at) (local.get $end) (local.get $base))))
          (local.set $next (call $sixteen (local.get $at) (i32.sub (local.get $end) (local.get $at)) (local.get $base)))
          (br_if $slow (i32.lt_s (local.get $next) (i32.const 0)))
          (local.set $base (local.get $next))
          (local.set $lane (i32.const 0))
          (loop $lanes
            (local.set $place (i32.load16_u offset=16 (local.get $lane)))
            (i32.store (local.get $list) (i32.add (i32.const 0x20000) (i32.add (local.get $place) (local.get $ahead))))
            (local.set $list (i32.add (local.get $list)
              (i32.shl (i32.ne (local.get $place) (i32.const 65535)) (i32.const 2))))
            (br_if $lanes (i32.lt_u
              (local.tee $lane (i32.add (local.get $lane) (i32.const 2)))
              (i32.const 32))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $vectors)))
      (local.set $shift (i32.mul (i32.shr_u (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 7)) (i32.const 7)))
      (loop $bytes
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $base (i32.add (local.get $base)
          (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
        (if (i32.lt_u (local.get $byte) (i32.const 128))
          (then
            (local.set $place (i32.add (local.get $base) (local.get $ahead)))
            (if (i32.ge_s (local.get $place) (i32.const 0xffff0)) (then (return (i32.const 0))))
            (i32.store (local.get $list) (call $marked (local.get $place)))
            (local.set $list (i32.add (local.get $list) (i32.const 4)))
            (local.set $shift (i32.const 0)))
          (else (local.set $shift (i32.add (local.get $shift) (i32.const 7)))))
        (br_if $bytes (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (local.get $end)))))
    (local.set $next (local.get $list))
    (loop $marks
      (local.set $next (i32.sub (local.get $next) (i32.const 4)))
      (i32.store8 (i32.load (local.get $next)) (i32.const 1))
      (br_if $marks (i32.gt_u (local.get $next) (i32.const 0x1000))))
    (local.get $list))

  ;; Counts the places from $at to $end that are marked; none is behind $last, the address of a mark.
  (func $count (param $at i32) (param $end i32) (param $last i32) (result i32)
    (local $base i32) (local $next i32) (local $count i32) (local $byte i32) (local $shift i32) (local $mark i32)
    (block $slow
      (loop $vectors
        (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $count))))
        (if (i32.gt_u (i32.add (local.get $base) (i32.const 0x20000)) (local.get $last)) (then (return (local.get $count))))
        (br_if $slow (i32.eqz (call $fits (local.get $at) (local.get $end) (local.get $base))))
        (local.set $next (call $sixteen (local.get $at) (i32.sub (local.get $end) (local.get $at)) (local.get $base)))
        (br_if $slow (i32.lt_s (local.get $next) (i32.const 0)))
        (local.set $base (local.get $next))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=16 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=18 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=20 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=22 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=24 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=26 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=28 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=30 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=32 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=34 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=36 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=38 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=40 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=42 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=44 (i32.const 0)))))
        (local.set $count (i32.add (local.get $count) (i32.load8_u offset=0x20000 (i32.load16_u offset=46 (i32.const 0)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $vectors)))
    (local.set $shift (i32.mul (i32.shr_u (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 7)) (i32.const 7)))
    (loop $bytes
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $base (i32.add (local.get $base)
        (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (if (i32.lt_u (local.get $byte) (i32.const 128))
        (then
          (local.set $mark (call $marked (local.get $base)))
          (if (i32.gt_u (local.get $mark) (local.get $last)) (then (return (local.get $count))))
          (local.set $count (i32.add (local.get $count) (i32.load8_u (local.get $mark))))
          (local.set $shift (i32.const 0)))
        (else (local.set $shift (i32.add (local.get $shift) (i32.const 7)))))
      (br_if $bytes (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (local.get $end))))
    (local.get $count))

  ;; Finds the documents in which one word stands so far ahead of another, as the number of each and how often that is, which it
  ;; writes to $found. Returns how many these are, or -1 if one is too long. The first word should be the rarer one.
  (func (export "together")
    (param $docs i32) (param $places i32) (param $left i32) (param $ahead i32)
    (param $docs2 i32) (param $places2 i32) (param $left2 i32) (param $found i32) (result i32)
    (local $doc i32) (local $frequency i32) (local $doc2 i32) (local $frequency2 i32) (local $first i32)
    (local $start i32) (local $end i32) (local $list i32) (local $count i32)
    (local.set $first (local.get $found))
    (call $posting (local.get $docs))
    (local.set $docs) (local.set $frequency) (local.set $doc)
    (call $posting (local.get $docs2))
    (local.set $docs2) (local.set $frequency2) (local.set $doc2)
    (block $done
      (loop $next
        (if (i32.eq (local.get $doc) (local.get $doc2))
          (then
            (call $bounds (local.get $places) (local.get $frequency))
            (local.set $end) (local.set $start)
            (local.set $list (call $mark (local.get $start) (local.get $end) (local.get $ahead)))
            (if (i32.eqz (local.get $list)) (then (return (i32.const -1))))
            (local.set $places (local.get $end))
            (call $bounds (local.get $places2) (local.get $frequency2))
            (local.set $end) (local.set $start)
            (local.set $count
              (call $count (local.get $start) (local.get $end) (i32.load (i32.sub (local.get $list) (i32.const 4)))))
            (local.set $places2 (local.get $end))
            (loop $clear
              (local.set $list (i32.sub (local.get $list) (i32.const 4)))
              (i32.store8 (i32.load (local.get $list)) (i32.const 0))
              (br_if $clear (i32.gt_u (local.get $list) (i32.const 0x1000))))
            (if (local.get $count)
              (then
                (i32.store (local.get $found) (local.get $doc))
                (i32.store offset=4 (local.get $found) (local.get $count))
                (local.set $found (i32.add (local.get $found) (i32.const 8)))))
            (br_if $done (i32.eqz (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
            (br_if $done (i32.eqz (local.tee $left2 (i32.sub (local.get $left2) (i32.const 1)))))
            (call $posting (local.get $docs))
            (local.set $docs) (local.set $frequency)
            (local.set $doc (i32.add (local.get $doc)))
            (call $posting (local.get $docs2))
            (local.set $docs2) (local.set $frequency2)
            (local.set $doc2 (i32.add (local.get $doc2)))
            (br $next)))
        (if (i32.lt_u (local.get $doc) (local.get $doc2))
          (then
            (call $bounds (local.get $places) (local.get $frequency))
            (local.set $places) (drop)
            (br_if $done (i32.eqz (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
            (call $posting (local.get $docs))
            (local.set $docs) (local.set $frequency)
            (local.set $doc (i32.add (local.get $doc)))
            (br $next)))
        (call $bounds (local.get $places2) (local.get $frequency2))
        (local.set $places2) (drop)
        (br_if $done (i32.eqz (local.tee $left2 (i32.sub (local.get $left2) (i32.const 1)))))
        (call $posting (local.get $docs2))
        (local.set $docs2) (local.set $frequency2)
        (local.set $doc2 (i32.add (local.get $doc2)))
        (br $next)))
    (i32.div_u (i32.sub (local.get $found) (local.get $first)) (i32.const 8))))
