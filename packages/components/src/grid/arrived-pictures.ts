/** Most milliseconds that others wait for pictures. */
const MAX_WAIT = 3000;

/** Resolves when these pictures have arrived or cannot be shown, or after a while. */
export async function arrivedPictures(pictures: Iterable<HTMLImageElement>): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT));
  const arrivals = [...pictures].map(
    (picture) =>
      new Promise<unknown>((resolve) => {
        // A picture that must be fetched has no address until then, and browsers call it complete.
        if (picture.complete && picture.getAttribute('src')) resolve(undefined);
        else for (const name of ['load', 'error']) picture.addEventListener(name, resolve, { once: true });
      }),
  );
  await Promise.race([late, Promise.all(arrivals)]);
}
