import { splitLines } from '../../../../shared/lines';
import { appleMember } from '../../names/appleSymbol';
import type { Frame } from '../../trace/model';
import type { AppleImage } from './appleImages';
import {
	type AddressedFrame,
	addressedFrames,
	getFrames,
	hexAddress,
	isAbsolutePath,
	type NoRun,
	placeOfSymbol,
	type SymbolFrames,
	type SymbolPlace,
	type SymbolRun,
} from './symbolTool';

/** Separator of inlined frames, passed as an option. With this option, `atos` prints one line per address. */
const delimiter = '\t';

/** @param image Undefined is allowed only if the frames contain their offsets in the image */
export function atosRun(
	frames: readonly Frame[],
	symbols: string,
	image: Pick<AppleImage, 'loadAddress' | 'architecture'> | undefined,
): SymbolRun | NoRun {
	if (!isAbsolutePath(symbols)) {
		return { kind: 'notAbsolute', path: symbols };
	}
	const load = image ? hexAddress(image.loadAddress) : loadAddressOf(frames);
	const addressed = addressedFrames(frames);
	if (load === undefined || addressed.length === 0) {
		return { kind: 'noAddresses' };
	}
	return {
		tool: 'atos',
		arguments: [
			...['-o', symbols],
			...(image ? ['-arch', image.architecture] : []),
			...['-l', `0x${load.toString(16)}`, '-fullPath', '-i', '-d', delimiter],
			...addressed.map(({ address }) => address),
		],
		input: undefined,
		read: (output) => readAtos(output, addressed),
	};
}

function loadAddressOf(frames: readonly Frame[]): bigint | undefined {
	for (const { image } of frames) {
		const address = image && hexAddress(image.address);
		if (address !== undefined && image?.offset !== undefined && BigInt(image.offset) <= address) {
			return address - BigInt(image.offset);
		}
	}
	return undefined;
}

function readAtos(output: string, addressed: readonly AddressedFrame[]): SymbolFrames {
	const lines = splitLines(output);
	const frames = new Map<number, readonly Frame[]>();
	for (const [index, { frame }] of addressed.entries()) {
		const places = (lines[index] ?? '').split(delimiter).flatMap((text) => atosPlace(text.trim()) ?? []);
		if (places.length > 0) {
			frames.set(
				frame.line,
				getFrames(frame, places, (name) => appleMember(name, frame.image?.name ?? '')),
			);
		}
	}
	return { kind: 'byLine', frames };
}

/** Parses `atos` output: `Cart.total() (in Shop) (/src/Cart.swift:31)`. Returns undefined if it contains no symbol. */
function atosPlace(text: string): SymbolPlace | undefined {
	const inside = text.lastIndexOf(' (in ');
	if (inside <= 0 || /^0x[\da-f]+ \(in /i.test(text)) {
		return undefined;
	}
	const [, where = ''] = /\) \(([^()]*:\d+)\)$/.exec(text.slice(inside)) ?? [];
	return placeOfSymbol(text.slice(0, inside), where);
}
