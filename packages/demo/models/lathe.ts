/**
 * Creates a body of revolution as a Wavefront OBJ file. Profiles (radius, height, radius, height …, from bottom to top)
 * turn around the y axis in 48 steps.
 */
export function turnedObj(profiles: readonly (readonly number[])[]): Uint8Array {
  const steps = 48;
  const corners: string[] = [];
  const faces: string[] = [];
  for (const profile of profiles) {
    const first = corners.length + 1;
    for (let at = 0; at < profile.length; at += 2)
      for (let step = 0; step < steps; step += 1) {
        const [angle, radius, height] = [(step / steps) * Math.PI * 2, profile[at] ?? 0, profile[at + 1] ?? 0];
        const [x, z] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
        corners.push(`v ${x.toFixed(4)} ${height.toFixed(4)} ${z.toFixed(4)}`);
        if (at === 0) continue;
        const [here, next] = [first + (at / 2) * steps + step, first + (at / 2) * steps + ((step + 1) % steps)];
        faces.push(`f ${here - steps} ${here} ${next} ${next - steps}`);
      }
  }
  return Buffer.from(`${[...corners, ...faces].join('\n')}\n`, 'latin1');
}
