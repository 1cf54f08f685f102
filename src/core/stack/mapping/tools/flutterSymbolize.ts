import { splitLines } from '../../../../shared/lines';
import { dartMember } from '../../names/dartNames';
import type { Frame } from '../../trace/model';
import { isAbsolutePath, type NoRun, type SymbolFrames, type SymbolRun } from './symbolTool';

/** @param text Entire trace, because its header contains the load address */
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
		// Without these options, Flutter sends usage data and checks for updates.
		arguments: ['--suppress-analytics', '--no-version-check', 'symbolize', '-d', symbols],
		input: inRuntimeFormat(frames, text),
		read: (output) => readFlutter(output, first.line),
	};
}

/** Restores the format of the Dart runtime, which crash reporters, log prefixes, and terminals change. */
function inRuntimeFormat(frames: readonly Frame[], text: string): string {
	const lines = splitLines(text);
	for (const [index, { line, lastLine = line, position, image }] of frames.entries()) {
		const isUnchanged = lastLine === line && /^\s{0,80}#\d/.test(lines[line] ?? '');
		if (!isUnchanged && image && position?.kind === 'aot') {
			const isVirtual = position.offset !== image.offset;
			const virtual = isVirtual ? ` virt ${position.offset.toString(16).padStart(16, '0')}` : '';
			const symbol = image.offset === undefined ? '' : `${image.name}+0x${image.offset.toString(16)}`;
			lines.fill('', line, lastLine + 1);
			lines[line] = `    #${String(index).padStart(2, '0')} abs ${image.address.slice(2)}${virtual} ${symbol}`;
		}
	}
	return lines.join('\n');
}

/** Parses Flutter's output. Flutter adds inlined frames and renumbers all frames, so only their order is reliable. */
function readFlutter(output: string, line: number): SymbolFrames {
	const frames = splitLines(output).flatMap((text) => dartFrame(text, line) ?? []);
	return { kind: 'whole', frames };
}

/** Parses a line such as `#0      Cart.total (package:acme_shop/cart.dart:31:7)`. */
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
