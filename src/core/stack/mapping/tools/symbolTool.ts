import type { Frame } from '../../trace/model';

/** External programs that read symbol files. They run only at the user's request. */
export type SymbolTool = 'atos' | 'llvmSymbolizer' | 'ndkStack' | 'flutter';

export interface SymbolRun {
	readonly tool: SymbolTool;
	readonly arguments: readonly string[];
	readonly input: string | undefined;
	/** Parses the standard output. If it is truncated or not recognized, returns fewer frames. Never throws. */
	read(output: string): SymbolFrames;
}

export type SymbolFrames =
	/** Frames by line number in the trace, innermost first. Contains no entry for a line without a symbol. */
	| { readonly kind: 'byLine'; readonly frames: ReadonlyMap<number, readonly Frame[]> }
	/** All frames of the deobfuscated stack. The tool adds frames, so they can't be assigned to lines of the trace. */
	| { readonly kind: 'whole'; readonly frames: readonly Frame[] };

export type NoRun = { readonly kind: 'notAbsolute'; readonly path: string } | { readonly kind: 'noAddresses' };

export interface SymbolPlace {
	readonly name: string;
	readonly file: string | undefined;
	readonly line1: number | undefined;
	readonly column1: number | undefined;
}

/** Returns true if the path is absolute. A program could mistake a relative path for an option. */
export function isAbsolutePath(path: string): boolean {
	return /^(?:\/|\\\\|[a-z]:[\\/])/i.test(path) && !path.includes('\0');
}

export function hexAddress(text: string): bigint | undefined {
	const [, digits] = /^(?:0x)?([\da-f]{1,16})$/i.exec(text) ?? [];
	return digits === undefined ? undefined : BigInt(`0x${digits}`);
}

export interface AddressedFrame {
	readonly frame: Frame;
	/** Address that is passed to a program as an argument. Nothing else from a trace is used as an argument. */
	readonly address: string;
}

export function addressedFrames(frames: readonly Frame[]): AddressedFrame[] {
	return frames.flatMap((frame) => {
		const address = frame.image && hexAddress(frame.image.address);
		return address === undefined ? [] : [{ frame, address: `0x${address.toString(16)}` }];
	});
}

/** Parses `path:12` or `path:12:7` from the end, as Windows paths contain colons. Line 0 or `??` means no location. */
export function placeOfSymbol(name: string, where: string): SymbolPlace {
	const [, file = where, first, second] = /^(.*?)(?::(\d{1,9}))?(?::(\d{1,9}))?$/.exec(where) ?? [];
	const positive = (text: string | undefined) => (Number(text) > 0 ? Number(text) : undefined);
	return {
		name,
		file: file === '' || file === '??' ? undefined : file,
		line1: positive(first),
		column1: positive(second),
	};
}

type MemberOf = (symbol: string) => Required<Pick<Frame, 'type' | 'method' | 'enclosing'>>;

/** Returns the frames at an address. Each one was inlined into the next one. */
export function getFrames(source: Frame, places: readonly SymbolPlace[], memberOf: MemberOf): Frame[] {
	const frames = places.map((place, index) => symbolFrame(source, place, index < places.length - 1, memberOf));
	const { samples } = source;
	return samples === undefined
		? frames
		: frames
				.reverse()
				.map((frame, index) => ({ ...frame, samples: { ...samples, depth: samples.depth + index / frames.length } }));
}

function symbolFrame(
	source: Frame,
	{ name, file, line1, column1 }: SymbolPlace,
	inlined: boolean,
	memberOf: MemberOf,
): Frame {
	const [indentation = ''] = /^\s*/.exec(source.text) ?? [];
	const numbers = [line1, column1].filter((number) => number !== undefined).map((number) => `:${number}`);
	const where = file === undefined ? '' : file + numbers.join('');
	const image = source.image ? `${source.image.name}  ` : '';
	const lead = `${indentation}${image}${name}`;
	const { type, method, enclosing } = memberOf(name);
	return {
		kind: 'native',
		line: source.line,
		text: where === '' ? lead : `${lead} (${where})`,
		...(type !== '' && { type }),
		method,
		enclosing,
		...(file !== undefined && { file }),
		...(line1 !== undefined && { line1 }),
		...(column1 !== undefined && { column1 }),
		...(source.module !== undefined && { module: source.module }),
		...(source.image && { image: source.image }),
		flags: inlined ? ['inlined'] : [],
		link:
			where === ''
				? { start: lead.length - name.length, end: lead.length }
				: { start: lead.length + 2, end: lead.length + 2 + where.length },
	};
}
