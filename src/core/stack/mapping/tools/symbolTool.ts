import type { Frame } from '../../trace/model';

/** Programs that read symbols for us. They are found by the caller, and started by it when a person asks for that. */
export type SymbolTool = 'atos' | 'llvmSymbolizer' | 'ndkStack' | 'flutter';

/** A program to start without a shell, and what its output means. */
export interface SymbolRun {
	readonly tool: SymbolTool;
	readonly arguments: readonly string[];
	/** For its standard input. */
	readonly input: string | undefined;
	/** Reads the standard output. Cut or foreign output yields fewer frames, never an error. */
	read(output: string): SymbolFrames;
}

export type SymbolFrames =
	/** By the line of the trace, innermost first. Lines that were not explained are missing. */
	| { readonly kind: 'byLine'; readonly frames: ReadonlyMap<number, readonly Frame[]> }
	/** The stack as a whole: the program does not tell which frame was made of which. */
	| { readonly kind: 'whole'; readonly frames: readonly Frame[] };

/** Why there is nothing to run. */
export type NoRun = { readonly kind: 'notAbsolute'; readonly path: string } | { readonly kind: 'noAddresses' };

/** A line of a tool's output that names a place. */
export interface SymbolPlace {
	readonly name: string;
	readonly file: string | undefined;
	readonly line1: number | undefined;
	readonly column1: number | undefined;
}

/** Paths go to programs as arguments: one that begins with anything but its root could be taken for an option. */
export function isAbsolutePath(path: string): boolean {
	return /^(?:\/|[a-z]:[\\/])/i.test(path) && !path.includes('\0');
}

/** Hexadecimal, with or without `0x`; undefined for anything else. */
export function hexAddress(text: string): bigint | undefined {
	const [, digits] = /^(?:0x)?([\da-f]{1,16})$/i.exec(text) ?? [];
	return digits === undefined ? undefined : BigInt(`0x${digits}`);
}

export interface AddressedFrame {
	readonly frame: Frame;
	/** As a program's argument: nothing else of a trace becomes one. */
	readonly address: string;
}

/** The frames that have an address. */
export function addressedFrames(frames: readonly Frame[]): AddressedFrame[] {
	return frames.flatMap((frame) => {
		const address = frame.image && hexAddress(frame.image.address);
		return address === undefined ? [] : [{ frame, address: `0x${address.toString(16)}` }];
	});
}

/** `path:12` or `path:12:7`, from the right: Windows has a colon in paths. Line 0 and `??` are nothing. */
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

/** What a symbol says of the member that it is of. */
type MemberOf = (symbol: string) => Required<Pick<Frame, 'type' | 'method' | 'enclosing'>>;

/** The frames that one address stands for. All but the last were inlined into the next. */
export function framesOf(source: Frame, places: readonly SymbolPlace[], memberOf: MemberOf): Frame[] {
	return places.map((place, index) => symbolFrame(source, place, index < places.length - 1, memberOf));
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
