import { baseName, inFile, type WorkspaceFrame } from './frame';

/** A frame without its leading `at`: `package.Class.method(File.kt:1)`. */
export type JvmFrame = string;

/** Names frames of a class that has a file of its own. */
export function inClass(file: string, className: string) {
	return inFile(file, (method) => `${className}.${method}`);
}

export function own({ symbol, file, line }: WorkspaceFrame): JvmFrame {
	return `${symbol}(${baseName(file)}:${line})`;
}

export function stack(frames: readonly JvmFrame[]): string {
	return frames.map((frame) => `\tat ${frame}`).join('\n');
}

/**
 * The frames of a cause, or of a suppressed exception, below its head line. As the virtual machine prints them: those
 * it shares with the end of the `enclosing` stack are only counted.
 */
export function nestedStack(frames: readonly JvmFrame[], enclosing: readonly JvmFrame[], indentation = ''): string {
	let shared = 0;
	while (shared < frames.length && frames.at(-1 - shared) === enclosing.at(-1 - shared)) {
		shared++;
	}
	const lines = frames.slice(0, frames.length - shared).map((frame) => `${indentation}\tat ${frame}`);
	return [...lines, ...(shared > 0 ? [`${indentation}\t... ${shared} more`] : [])].join('\n');
}
