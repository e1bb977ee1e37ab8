/** Style sheets are bundled beside the script by esbuild; importing one has no value. */
declare module '*.css';
