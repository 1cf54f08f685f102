/**
 * A frame of a sample trace that points into `samples/workspace`. A test reads the file and compares: `line` holds
 * `statement`, inside the function `declaredAs`.
 */
export interface WorkspaceFrame {
	/** Relative to `samples/workspace`, with slashes. */
	readonly file: string;
	/** Base 1. */
	readonly line: number;
	/** Base 1: where the statement begins, on platforms whose traces tell it; 0 on the others. */
	readonly column: number;
	readonly declaredAs: string;
	readonly statement: string;
	/** The function as the platform's traces write it. */
	readonly symbol: string;
}

/** A line, or a line and a column; base 1. */
type Position = number | readonly [line: number, column: number];

/**
 * Names the frames of one file.
 * @param symbolOf How the platform writes a function of this file, for those frames that do not say it themselves.
 */
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
