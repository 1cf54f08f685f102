/** The bundler inlines the content of these files. */
declare module '*.txt' {
	const text: string;
	export default text;
}
