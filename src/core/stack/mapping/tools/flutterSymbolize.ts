import { splitLines } from '../../../../shared/lines';
import { dartMember } from '../../names/dartNames';
import type { Frame } from '../../trace/model';
import { isAbsolutePath, type NoRun, type SymbolFrames, type SymbolRun } from './symbolTool';

/**
 * Flutter's own command, for one obfuscated Dart trace.
 * @param symbols such as `app.android-arm64.symbols`
 * @param text the whole trace: its head says where the program was loaded
 */
export function flutterSymbolizeRun(frames: readonly Frame[], symbols: string, text: string): SymbolRun | NoRun {
	if (!isAbsolutePath(symbols)) {
		return { kind: 'notAbsolute', path: symbols };
	}
	const first = frames.find(({ position }) => position?.kind === 'aot');
	if (!first) {
		return { kind: 'noAddresses' };
	}
	return {
		tool: 'flutter',
		// By itself it reports its use, and looks for a newer version of itself.
		arguments: ['--suppress-analytics', '--no-version-check', 'symbolize', '-d', symbols],
		input: text,
		read: (output) => readFlutter(output, first.line),
	};
}

/** It numbers its frames anew, those that were inlined among them, so that only the order is left. */
function readFlutter(output: string, line: number): SymbolFrames {
	const frames = splitLines(output).flatMap((text) => dartFrame(text, line) ?? []);
	return { kind: 'whole', frames };
}

/** `#0      Cart.total (package:acme_shop/cart.dart:31:7)` */
function dartFrame(text: string, line: number): Frame | undefined {
	const open = text.lastIndexOf(' (');
	const [number = ''] = /^#\d{1,5}\s+/.exec(text) ?? [];
	const [, where = ''] = /^ \(([^()]+)\)$/.exec(text.slice(Math.max(0, open))) ?? [];
	const [, file, first, second] = /^(\w+:.*?)(?::(\d{1,9}))?(?::(\d{1,9}))?$/.exec(where) ?? [];
	if (open < number.length || number === '' || file === undefined) {
		return undefined;
	}
	const { type, method, enclosing } = dartMember(text.slice(number.length, open).trim());
	return {
		kind: 'managed',
		line,
		text,
		...(type !== '' && { type }),
		method,
		...(enclosing && { enclosing }),
		file,
		...(Number(first) > 0 && { line1: Number(first) }),
		...(Number(second) > 0 && { column1: Number(second) }),
		flags: [],
		link: { start: open + 2, end: text.length - 1 },
	};
}
