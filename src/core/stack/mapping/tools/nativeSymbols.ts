import { splitLines } from '../../../../shared/lines';
import { cppMember } from '../../names/cppNames';
import type { Frame } from '../../trace/model';
import {
	type AddressedFrame,
	addressedFrames,
	framesOf,
	isAbsolutePath,
	type NoRun,
	placeOfSymbol,
	type SymbolFrames,
	type SymbolPlace,
	type SymbolRun,
} from './symbolTool';

/** LLVM's tool, for the frames of one library with its symbols. */
export function llvmSymbolizerRun(frames: readonly Frame[], library: string): SymbolRun | NoRun {
	if (!isAbsolutePath(library)) {
		return { kind: 'notAbsolute', path: library };
	}
	const asked = addressedFrames(frames);
	if (asked.length === 0) {
		return { kind: 'noAddresses' };
	}
	return {
		tool: 'llvmSymbolizer',
		arguments: [
			`--obj=${library}`,
			'--output-style=LLVM',
			'--functions=linkage',
			'--inlines',
			'--demangle',
			...asked.map(({ address }) => address),
		],
		input: undefined,
		read: (output) => readLlvm(output, asked),
	};
}

/** Blocks with an empty line after each; in a block pairs of a name and a place. */
function readLlvm(output: string, asked: readonly AddressedFrame[]): SymbolFrames {
	const blocks: string[][] = [[]];
	for (const line of splitLines(output)) {
		if (line === '') {
			blocks.push([]);
		} else {
			blocks.at(-1)?.push(line);
		}
	}
	const frames = new Map<number, readonly Frame[]>();
	for (const [index, { frame }] of asked.entries()) {
		const places = pairs(blocks[index] ?? []);
		if (places.length > 0) {
			frames.set(frame.line, framesOf(frame, places, cppMember));
		}
	}
	return { kind: 'byLine', frames };
}

/** What ndk-stack takes for the beginning of a crash. */
const crashMark = '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***';

/**
 * The NDK's script, which finds the libraries of a folder by itself.
 * @param text the whole trace
 */
export function ndkStackRun(frames: readonly Frame[], folder: string, text: string): SymbolRun | NoRun {
	if (!isAbsolutePath(folder)) {
		return { kind: 'notAbsolute', path: folder };
	}
	const asked = frames.filter(({ text: line }) => frameNumber(line) !== undefined);
	if (asked.length === 0) {
		return { kind: 'noAddresses' };
	}
	return {
		tool: 'ndkStack',
		arguments: ['-sym', folder],
		input: text.includes(crashMark) ? text : `${crashMark}\n${text}`,
		read: (output) => readNdkStack(output, asked),
	};
}

/** `#00 0x… /lib/libcart.so`, below it pairs of a name and a place. The same numbers come again for each thread. */
function readNdkStack(output: string, asked: readonly Frame[]): SymbolFrames {
	const frames = new Map<number, readonly Frame[]>();
	/** The first frame that no output was for yet: the output keeps the order. */
	let next = 0;
	let frame: Frame | undefined;
	let block: string[] = [];
	const end = () => {
		const places = pairs(block);
		if (frame && places.length > 0) {
			frames.set(frame.line, framesOf(frame, places, cppMember));
		}
		block = [];
	};
	for (const line of splitLines(output)) {
		const number = frameNumber(line);
		if (number === undefined) {
			block.push(line.trim());
			continue;
		}
		end();
		while (next < asked.length && frameNumber(asked[next]?.text ?? '') !== number) {
			next++;
		}
		frame = asked[next++];
	}
	end();
	return { kind: 'byLine', frames };
}

function frameNumber(line: string): number | undefined {
	const [, digits] = /^\s*(?:native: )?#(\d{1,4})\s/.exec(line) ?? [];
	return digits === undefined ? undefined : Number(digits);
}

/** A name, then `file:line:column`. A name that is `??` was not found. */
function pairs(lines: readonly string[]): SymbolPlace[] {
	const places: SymbolPlace[] = [];
	for (let index = 0; index + 1 < lines.length; index += 2) {
		const [name = '', where = ''] = lines.slice(index, index + 2);
		if (name === '' || !/:\d+$/.test(where)) {
			return places;
		}
		if (name !== '??') {
			places.push(placeOfSymbol(name, where));
		}
	}
	return places;
}
