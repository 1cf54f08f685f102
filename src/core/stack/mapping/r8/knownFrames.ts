import { type CooperativeTask, itemsPerYield, visitEach } from '../../../common/cooperativeTask';
import type { Frame, RawLine, Section, Trace } from '../../trace/model';
import type { ClassNames } from './classMapping';
import { mayBeJava } from './heads';
import {
	type KnownFrame,
	type KnownPlace,
	type KnownResolution,
	KnownRun,
	type MetFrame,
	type UnresolvedFrame,
} from './knownRun';
import { isPlatformClass, type MinifiedFrame, minifiedFrame } from './sourcePlaces';

interface KnownType {
	readonly name: string;
	readonly isNamed: boolean;
	readonly isOfPlatform: boolean;
	readonly frames: Map<string, KnownFrame | UnresolvedFrame>;
	readonly places: Map<number | undefined, KnownPlace[]>;
}

type KnownLines = (KnownFrame | undefined)[];

export interface KnownSection {
	readonly lines: readonly (KnownFrame | undefined)[];
	readonly runs: readonly RunInSection[];
}

interface RunInSection {
	readonly first: number;
	readonly run: KnownRun;
}

interface FoundSection extends KnownSection {
	readonly lines: KnownLines;
	readonly runs: RunInSection[];
}

interface FoundLines {
	readonly trace: Trace;
	readonly sections: FoundSection[];
	readonly unmet: UnmetFrame[];
	met: Frame | undefined;
	isWhole: boolean;
}

interface UnmetFrame {
	readonly frame: Frame;
	readonly into: KnownLines;
	readonly index: number;
}

/** Caches results by the text of frames. Frames recur in stack overflows and in traces from the same build. */
export class KnownFrames {
	private readonly types = new Map<string, KnownType>();
	/**
	 * Most recent trace. It is needed three times: to find the classes to load, to check whether the mapping fits the
	 * trace, and to deobfuscate the trace.
	 */
	private last: FoundLines | undefined;
	private unrequested: KnownType | undefined;
	private frames = 0;
	private inRuns = 0;
	private lists = 0;

	/** @param names Classes in the traces. They must be loaded before `inTrace` is called. */
	constructor(private readonly names: ClassNames) {}

	get size(): number {
		return this.frames + this.types.size + this.inRuns;
	}

	newList(): number {
		return ++this.lists;
	}

	*find(trace: Trace): CooperativeTask<{ readonly unmet: readonly UnmetFrame[]; readonly met: Frame | undefined }> {
		return this.last?.trace === trace ? this.last : yield* this.lookUp(trace);
	}

	*inTrace(trace: Trace): CooperativeTask<readonly KnownSection[]> {
		const found = this.last?.trace === trace ? this.last : yield* this.lookUp(trace);
		if (!found.isWhole) {
			yield* visitEach(found.unmet, ({ frame, into, index }) => {
				const known = this.of(frame, frame.type ?? '');
				into[index] = known?.frame && known;
			});
			found.isWhole = true;
		}
		return found.sections;
	}

	private *lookUp(trace: Trace): CooperativeTask<FoundLines> {
		const found: FoundLines = { trace, sections: [], unmet: [], met: undefined, isWhole: false };
		for (const section of trace.sections) {
			yield;
			const into: FoundSection = { lines: [], runs: [] };
			found.sections.push(into);
			if (mayBeJava(section)) {
				yield* this.lookUpSection(section.lines, into, found);
			}
		}
		this.last = found;
		return found;
	}

	private *lookUpSection(lines: Section['lines'], into: FoundSection, found: FoundLines): CooperativeTask<void> {
		const known = into.lines;
		let above: KnownFrame | UnresolvedFrame | undefined;
		let second = -1;
		let named = 0;
		let visits = 0;
		for (let index = 0; index < lines.length; ) {
			const line = lines[index];
			if (!line) {
				break;
			}
			if (++visits % itemsPerYield === 0) {
				yield;
			}
			const expected = above?.below;
			above = this.lookUpLine(line, above, known, found);
			known.push(above?.frame && above);
			index++;
			const run = above?.frame && above.run;
			if (run?.isAt(lines, index - 1)) {
				into.runs.push({ first: index - 1, run });
				for (let place = 1; place < run.frames.length; place++) {
					known.push(run.frames[place]);
				}
				above = run.frames.at(-1);
				index += run.frames.length - 1;
				second = -1;
				named = 0;
			} else if (above?.frame && above.isNamed && above.source !== line) {
				named++;
				if (named === 2) {
					second = index - 1;
				} else if (above !== expected) {
					second = -1;
				}
			} else {
				if (second >= 0) {
					this.keepRun(known, second, index - 1);
				}
				second = -1;
				named = 0;
			}
		}
		if (second >= 0) {
			this.keepRun(known, second, lines.length);
		}
	}

	private keepRun(known: KnownLines, first: number, end: number): void {
		const begin = known[first];
		const run = begin && KnownRun.of(known.slice(first, end).filter((frame) => frame !== undefined));
		if (run) {
			this.inRuns += run.frames.length - (begin.run?.frames.length ?? 0);
			begin.run = run;
		}
	}

	private lookUpLine(
		line: Frame | RawLine,
		above: KnownFrame | UnresolvedFrame | undefined,
		into: KnownLines,
		found: FoundLines,
	): KnownFrame | UnresolvedFrame | undefined {
		if (line.kind !== 'managed' || line.type === undefined) {
			return undefined;
		}
		const below = above?.below;
		if (below && below.text === line.text && isReadAlike(below, line)) {
			found.met ??= below.frame && line;
			return below;
		}
		const type = line.type === this.unrequested?.name ? this.unrequested : this.types.get(line.type);
		if (!type) {
			found.unmet.push({ frame: line, into, index: into.length });
			return undefined;
		}
		found.met ??= minifiedFrame(line) && line;
		if (type.isOfPlatform && !type.isNamed) {
			this.unrequested = type;
			return undefined;
		}
		const known = this.inType(line, type);
		// The frame above isn't linked to the first occurrence of a frame, because the link would keep the whole text in
		// memory.
		if (above && known.source !== line) {
			above.below = known;
		}
		return known;
	}

	private of(line: Frame, name: string): KnownFrame | UnresolvedFrame | undefined {
		const type = this.types.get(name) ?? this.addType(copyOf(name));
		return type.isOfPlatform && !type.isNamed ? undefined : this.inType(line, type);
	}

	private inType(line: Frame, type: KnownType): KnownFrame | UnresolvedFrame {
		const { frames } = type;
		const known = frames.get(line.text);
		if (known) {
			return isReadAlike(known, line) ? known : made(line, type);
		}
		const first = made(detached(line), type);
		frames.set(first.text, first);
		this.frames++;
		return first;
	}

	private addType(name: string): KnownType {
		const type = {
			name,
			isNamed: this.names.classes(name).length > 0,
			isOfPlatform: isPlatformClass(name),
			frames: new Map(),
			places: new Map(),
		};
		this.types.set(name, type);
		return type;
	}
}

function made(source: Frame, type: KnownType): KnownFrame | UnresolvedFrame {
	const frame = minifiedFrame(source);
	const met = {
		source,
		text: source.text,
		line1: source.line1,
		flags: source.flags.length,
		typeLength: type.name.length,
		below: undefined,
	};
	return frame
		? {
				...met,
				frame,
				place: getPlace(frame, type),
				isNamed: type.isNamed,
				speaks: undefined,
				usual: undefined,
				byThrown: undefined,
				run: undefined,
			}
		: { ...met, frame };
}

function getPlace({ method, position }: MinifiedFrame, { places }: KnownType): KnownPlace {
	let atPosition = places.get(position);
	if (!atPosition) {
		atPosition = [];
		places.set(position, atPosition);
	}
	let place = atPosition.find((known) => known.method === method);
	if (!place) {
		place = { method, list: 0, index: 0 };
		atPosition.push(place);
	}
	return place;
}

/**
 * Returns true if the frame was parsed in the same way as the cached frame. Adjacent lines can affect how it is parsed.
 */
function isReadAlike(met: MetFrame, { line1, flags, type }: Frame): boolean {
	return met.line1 === line1 && met.flags === flags.length && met.typeLength === type?.length;
}

export function knownResolution(
	{ usual, byThrown }: KnownFrame,
	thrown: string | undefined,
): KnownResolution | undefined {
	return thrown === undefined ? usual : byThrown?.get(thrown);
}

export function keepResolution(known: KnownFrame, thrown: string | undefined, resolution: KnownResolution): void {
	if (thrown === undefined) {
		known.usual = resolution;
	} else {
		known.byThrown ??= new Map();
		known.byThrown.set(thrown, resolution);
	}
}

/** Copies the strings of a frame, because substrings would keep the whole text in memory. */
function detached(frame: Frame): Frame {
	const text = copyOf(frame.text);
	const part = (name: string) => {
		const start = text.indexOf(name);
		return start < 0 ? copyOf(name) : text.slice(start, start + name.length);
	};
	const { type, method, file } = frame;
	return {
		...frame,
		text,
		...(type !== undefined && { type: part(type) }),
		...(method !== undefined && { method: part(method) }),
		...(file !== undefined && { file: part(file) }),
	};
}

/** Returns a copy of a string that shares no memory with the original. */
function copyOf(text: string): string {
	const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1';
	return Buffer.from(text, encoding).toString(encoding);
}
