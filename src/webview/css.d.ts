/** Style sheets are imported only for the bundler, which writes them to a separate CSS file. */
declare module '*.css' {}
