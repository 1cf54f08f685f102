import type { Draws } from '../world/random';
import type { Circumstances, ErrorKind } from './errorKind';
import { baseName, inFile, type WorkspaceFrame } from './frame';

/** A frame without its leading `at`: `package.Class.method(File.kt:1)`. */
export type JvmFrame = string;

export interface Throwable {
	readonly type: string;
	readonly message?: string | ((draws: Draws) => string);
	/** Innermost first. */
	readonly frames: readonly JvmFrame[];
	readonly suppressed?: Nested;
	readonly cause?: Nested;
}

/** A throwable inside another; its message is the same in every trace. */
type Nested = Throwable & { readonly message?: string };

/** Names frames of a class that has a file of its own. */
export function inClass(file: string, className: string) {
	return inFile(file, (method) => `${className}.${method}`);
}

export function own({ symbol, file, line }: WorkspaceFrame): JvmFrame {
	return `${symbol}(${baseName(file)}:${line})`;
}

/** An error whose text is what `Throwable.printStackTrace` prints, named by its type unless it has a name. */
export function thrown(throwable: Throwable, more: Circumstances & Partial<Pick<ErrorKind, 'name'>> = {}): ErrorKind {
	const { type, message = '', frames } = throwable;
	const rest = ['', ...frames.map((frame) => `\tat ${frame}`), ...nestedLines(throwable, '')].join('\n');
	const simpleName = type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
	return {
		name: simpleName,
		text: ({ draws }) => head(type, typeof message === 'string' ? message : message(draws)) + rest,
		...more,
	};
}

function nestedLines(outer: Throwable, indentation: string): string[] {
	return [
		...nestedTrace('Suppressed', outer.suppressed, outer.frames, `${indentation}\t`),
		...nestedTrace('Caused by', outer.cause, outer.frames, indentation),
	];
}

/** Frames that a nested throwable shares with the end of the enclosing stack are only counted. */
function nestedTrace(
	caption: string,
	nested: Nested | undefined,
	enclosing: readonly JvmFrame[],
	indentation: string,
): string[] {
	if (!nested) {
		return [];
	}
	const { frames } = nested;
	let shared = 0;
	while (shared < frames.length && frames.at(-1 - shared) === enclosing.at(-1 - shared)) {
		shared++;
	}
	return [
		`${indentation}${caption}: ${head(nested.type, nested.message ?? '')}`,
		...frames.slice(0, frames.length - shared).map((frame) => `${indentation}\tat ${frame}`),
		...(shared > 0 ? [`${indentation}\t... ${shared} more`] : []),
		...nestedLines(nested, indentation),
	];
}

function head(type: string, message: string): string {
	return message === '' ? type : `${type}: ${message}`;
}
