import { splitLines } from '../../../../shared/lines';
import { cppMember } from '../../names/cppNames';
import type { Frame } from '../../trace/model';
import {
	type AddressedFrame,
	addressedFrames,
	getFrames,
	isAbsolutePath,
	type NoRun,
	placeOfSymbol,
	type SymbolFrames,
	type SymbolPlace,
	type SymbolRun,
} from './symbolTool';

export function llvmSymbolizerRun(frames: readonly Frame[], library: string): SymbolRun | NoRun {
	if (!isAbsolutePath(library)) {
		return { kind: 'notAbsolute', path: library };
	}
	const addressed = addressedFrames(frames);
	if (addressed.length === 0) {
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
			...addressed.map(({ address }) => address),
		],
		input: undefined,
		read: (output) => readLlvm(output, addressed),
	};
}

/** Parses one block per address. In a block, each pair of lines contains a name and its location. */
function readLlvm(output: string, addressed: readonly AddressedFrame[]): SymbolFrames {
	const blocks: string[][] = [[]];
	for (const line of splitLines(output)) {
		if (line === '') {
			blocks.push([]);
		} else {
			blocks.at(-1)?.push(line);
		}
	}
	const frames = new Map<number, readonly Frame[]>();
	for (const [index, { frame }] of addressed.entries()) {
		const places = pairs(blocks[index] ?? []);
		if (places.length > 0) {
			frames.set(frame.line, getFrames(frame, places, cppMember));
		}
	}
	return { kind: 'byLine', frames };
}

/** Line that marks the start of a crash in ndk-stack's input. */
const crashMark = '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***';

/** Returns the command that passes the entire trace to `ndk-stack`, which searches a folder for libraries. */
export function ndkStackRun(frames: readonly Frame[], folder: string, text: string): SymbolRun | NoRun {
	if (!isAbsolutePath(folder)) {
		return { kind: 'notAbsolute', path: folder };
	}
	const numbered = frames.filter(({ text: line }) => frameNumber(line) !== undefined);
	if (numbered.length === 0) {
		return { kind: 'noAddresses' };
	}
	return {
		tool: 'ndkStack',
		arguments: ['-sym', folder],
		input: text.includes(crashMark) ? text : `${crashMark}\n${text}`,
		read: (output) => readNdkStack(output, numbered),
	};
}

/** Parses named frames (`#00 0x… /lib/libcart.so`) in order, because the frame numbers restart in each thread. */
function readNdkStack(output: string, numbered: readonly Frame[]): SymbolFrames {
	const frames = new Map<number, readonly Frame[]>();
	let next = 0;
	let frame: Frame | undefined;
	let block: string[] = [];
	const end = () => {
		const places = pairs(block);
		if (frame && places.length > 0) {
			frames.set(frame.line, getFrames(frame, places, cppMember));
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
		while (next < numbered.length && frameNumber(numbered[next]?.text ?? '') !== number) {
			next++;
		}
		frame = numbered[next++];
	}
	end();
	return { kind: 'byLine', frames };
}

function frameNumber(line: string): number | undefined {
	const [, digits] = /^\s*(?:native: )?#(\d{1,4})\s/.exec(line) ?? [];
	return digits === undefined ? undefined : Number(digits);
}

/** Parses pairs of lines: a name and then `file:line:column`. The name is `??` if the tool found no symbol. */
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
