/** The bundler collects style sheets into `results.css`. The script does not contain them. */
declare module '*.css' {}
