/** The bundler collects style sheets into `results.css`; nothing of them reaches the script. */
declare module '*.css' {}
