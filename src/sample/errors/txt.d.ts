/** The bundler hands over the text of such a file. */
declare module '*.txt' {
	const text: string;
	export default text;
}
