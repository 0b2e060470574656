/** Style sheets, which the build makes modules of. */
declare module '*.css' {
  const styles: import('lit').CSSResult;
  export default styles;
}
