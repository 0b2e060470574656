;; Finds those of many docs of which the first sixteen features are near a look. `npm run docs` writes it into near-kernel-code.ts.
(module
  (memory (export "memory") 4)
  ;; Looks at the docs of sixteen bytes from $docs to $end, four at once, as if there were as many as make whole fours. Writes each
  ;; that has a sum of squared differences from $look of at most $most to $found, as its place and that sum, and returns how many
  ;; these are. All numbers but $most are addresses.
  (func (export "near")
    (param $look i32) (param $docs i32) (param $end i32) (param $most i32) (param $found i32) (result i32)
    (local $features v128) (local $more v128) (local $limit v128) (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $e v128)
    (local $at i32) (local $near i32) (local $place i32) (local $next i32)
    (local.set $features (v128.load8x8_u (local.get $look)))
    (local.set $more (v128.load8x8_u offset=8 (local.get $look)))
    (local.set $limit (i32x4.splat (local.get $most)))
    (local.set $at (local.get $docs))
    (local.set $next (local.get $found))
    (block $done
      (loop $fours
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        ;; Four sums of four squares for each doc.
        (local.set $a (i16x8.sub (v128.load8x8_u (local.get $at)) (local.get $features)))
        (local.set $e (i16x8.sub (v128.load8x8_u offset=8 (local.get $at)) (local.get $more)))
        (local.set $a (i32x4.add
          (i32x4.dot_i16x8_s (local.get $a) (local.get $a))
          (i32x4.dot_i16x8_s (local.get $e) (local.get $e))))
        (local.set $b (i16x8.sub (v128.load8x8_u offset=16 (local.get $at)) (local.get $features)))
        (local.set $e (i16x8.sub (v128.load8x8_u offset=24 (local.get $at)) (local.get $more)))
        (local.set $b (i32x4.add
          (i32x4.dot_i16x8_s (local.get $b) (local.get $b))
          (i32x4.dot_i16x8_s (local.get $e) (local.get $e))))
        (local.set $c (i16x8.sub (v128.load8x8_u offset=32 (local.get $at)) (local.get $features)))
        (local.set $e (i16x8.sub (v128.load8x8_u offset=40 (local.get $at)) (local.get $more)))
        (local.set $c (i32x4.add
          (i32x4.dot_i16x8_s (local.get $c) (local.get $c))
          (i32x4.dot_i16x8_s (local.get $e) (local.get $e))))
        (local.set $d (i16x8.sub (v128.load8x8_u offset=48 (local.get $at)) (local.get $features)))
        (local.set $e (i16x8.sub (v128.load8x8_u offset=56 (local.get $at)) (local.get $more)))
        (local.set $d (i32x4.add
          (i32x4.dot_i16x8_s (local.get $d) (local.get $d))
          (i32x4.dot_i16x8_s (local.get $e) (local.get $e))))
        ;; Two of two docs, twice.
        (local.set $a (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $b))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $b))))
        (local.set $c (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $c) (local.get $d))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $c) (local.get $d))))
        ;; One of each doc.
        (local.set $a (i32x4.add
          (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $a) (local.get $c))
          (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $a) (local.get $c))))
        (local.set $near (i32x4.bitmask (i32x4.le_s (local.get $a) (local.get $limit))))
        (block $none
          (br_if $none (i32.eqz (local.get $near)))
          (local.set $place (i32.shr_u (i32.sub (local.get $at) (local.get $docs)) (i32.const 4)))
          ;; All four are written, each over the last one unless that is near: cheaper than branches that nobody can foretell.
          (i32.store (local.get $next) (local.get $place))
          (i32.store offset=4 (local.get $next) (i32x4.extract_lane 0 (local.get $a)))
          (local.set $next (i32.add (local.get $next) (i32.shl (i32.and (local.get $near) (i32.const 1)) (i32.const 3))))
          (i32.store (local.get $next) (i32.add (local.get $place) (i32.const 1)))
          (i32.store offset=4 (local.get $next) (i32x4.extract_lane 1 (local.get $a)))
          (local.set $next (i32.add (local.get $next) (i32.shl (i32.and (local.get $near) (i32.const 2)) (i32.const 2))))
          (i32.store (local.get $next) (i32.add (local.get $place) (i32.const 2)))
          (i32.store offset=4 (local.get $next) (i32x4.extract_lane 2 (local.get $a)))
          (local.set $next (i32.add (local.get $next) (i32.shl (i32.and (local.get $near) (i32.const 4)) (i32.const 1))))
          (i32.store (local.get $next) (i32.add (local.get $place) (i32.const 3)))
          (i32.store offset=4 (local.get $next) (i32x4.extract_lane 3 (local.get $a)))
          (local.set $next (i32.add (local.get $next) (i32.and (local.get $near) (i32.const 8)))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $fours)))
    (i32.shr_u (i32.sub (local.get $next) (local.get $found)) (i32.const 3))))
