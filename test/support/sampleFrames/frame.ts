/** Frame in the sample workspace. A test checks that `line` of the file contains `statement`, inside `declaredAs`. */
export interface WorkspaceFrame {
	/** Path relative to `samples/workspace`, with slashes. */
	readonly file: string;
	/** One-based line number. */
	readonly line: number;
	/** One-based column of the statement, or 0 if stack traces of the platform contain no columns. */
	readonly column: number;
	readonly declaredAs: string;
	readonly statement: string;
	readonly symbol: string;
}

type Position = number | readonly [line: number, column: number];

export function inFile(file: string, symbolOf: (declaredAs: string) => string = (declaredAs) => declaredAs) {
	return (
		position: Position,
		declaredAs: string,
		statement: string,
		symbol: string = symbolOf(declaredAs),
	): WorkspaceFrame => {
		const [line, column] = typeof position === 'number' ? [position, 0] : position;
		return { file, line, column, declaredAs, statement, symbol };
	};
}

export function baseName(file: string): string {
	return file.slice(file.lastIndexOf('/') + 1);
}
