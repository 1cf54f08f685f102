/** The bundler inlines the content of `.txt` files. */
declare module '*.txt' {
	const text: string;
	export default text;
}
