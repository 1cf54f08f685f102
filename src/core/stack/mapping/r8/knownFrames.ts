import { type Steps, stepsPerYield, visitEach } from '../../../common/steps';
import type { Frame, RawLine, Section, Trace } from '../../trace/model';
import type { MappedLine } from '../result/mapped';
import type { Room } from '../result/traceAllowance';
import type { ClassNames } from './classMapping';
import { mayBeJava } from './heads';
import { KnownRun } from './knownRun';
import type { Resolution } from './resolveFrame';
import { isPlatformClass, type MinifiedFrame, minifiedFrame } from './sourcePlaces';

/** A frame that was met, as it was written first. What tells it from others stands here: to look for it elsewhere takes longer. */
interface MetFrame {
	readonly source: Frame;
	readonly text: string;
	readonly line1: number | undefined;
	readonly flags: number;
	readonly typeLength: number;
	/** What stood in the line below it when it was met last. */
	below: KnownFrame | UnaskedFrame | undefined;
}

/** What a mapping said of one frame. */
export interface KnownFrame extends MetFrame {
	readonly frame: MinifiedFrame;
	readonly place: KnownPlace;
	/** Whether the mapping names its class. */
	readonly isNamed: boolean;
	/** Whether it speaks for the mapping, see `retraceFit`; unknown before it was asked. */
	speaks: { readonly answer: boolean | undefined } | undefined;
	/** Where neither a frame nor an exception in the line directly above counts. */
	usual: KnownResolution | undefined;
	/** By the exception in the line directly above; made when one is there. */
	byThrown: Map<string, KnownResolution> | undefined;
	/** What stood from here on when it was met last. */
	run: KnownRun | undefined;
}

/** One that a mapping is not asked about. */
interface UnaskedFrame extends MetFrame {
	readonly frame: undefined;
}

export interface KnownResolution {
	readonly resolution: Resolution;
	/** What the line became, and what that took of the trace's allowance. */
	shown?: { readonly line: MappedLine; readonly took: Room };
}

/** A method and a position in it; frames of it may differ in the file they name. */
export interface KnownPlace {
	readonly method: string;
	/** The number of the list that it was put into last, and where it stands in that. */
	list: number;
	index: number;
}

/** A class that frames name. */
interface KnownType {
	readonly name: string;
	/** Whether the mapping names it. */
	readonly isNamed: boolean;
	readonly isOfPlatform: boolean;
	/** By their texts. */
	readonly frames: Map<string, KnownFrame | UnaskedFrame>;
	/** By position. */
	readonly places: Map<number | undefined, KnownPlace[]>;
}

/** By the lines of a section; undefined for a line that the mapping has nothing to say about. */
type KnownLines = (KnownFrame | undefined)[];

/** What is known of a section; nothing of those of other platforms. */
export interface KnownSection {
	readonly lines: readonly (KnownFrame | undefined)[];
	/** Those of `lines` that are runs, in their order. */
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

/** What was found of a trace. */
interface FoundLines {
	readonly trace: Trace;
	readonly sections: FoundSection[];
	/** In classes that were not met before, and not in `sections` before the mapping was asked about them. */
	readonly unmet: UnmetFrame[];
	/** One of those in classes that were met; undefined where there is none. */
	met: Frame | undefined;
	/** The mapping was asked. */
	isWhole: boolean;
}

interface UnmetFrame {
	readonly frame: Frame;
	readonly into: KnownLines;
	readonly index: number;
}

/**
 * What a mapping said of frames, by their text: a stack that overflowed has the same few thousands of times, and traces of
 * one build have them as well. A frame of the platform, which most frames are, takes no more than a look at its class.
 */
export class KnownFrames {
	private readonly types = new Map<string, KnownType>();
	/**
	 * The trace that was looked up last: it is first asked which of its classes are new, then whether the mapping explains
	 * it, and then it is turned back.
	 */
	private last: FoundLines | undefined;
	/** The class met last that the mapping is not asked about: most frames are of the same few, and follow each other. */
	private unasked: KnownType | undefined;
	private frames = 0;
	private inRuns = 0;
	private lists = 0;

	/** @param names Of the classes that traces mention, by the time that `inTrace` looks them up. */
	constructor(private readonly names: ClassNames) {}

	/** How many texts and classes there are, those in runs once more. */
	get size(): number {
		return this.frames + this.types.size + this.inRuns;
	}

	/** A number for a list of places that no other list has. */
	newList(): number {
		return ++this.lists;
	}

	/** What is known of a trace before the mapping is asked about it. */
	*find(trace: Trace): Steps<{ readonly unmet: readonly UnmetFrame[]; readonly met: Frame | undefined }> {
		return this.last?.trace === trace ? this.last : yield* this.lookUp(trace);
	}

	/** By the sections of a trace. */
	*inTrace(trace: Trace): Steps<readonly KnownSection[]> {
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

	private *lookUp(trace: Trace): Steps<FoundLines> {
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

	private *lookUpSection(lines: Section['lines'], into: FoundSection, found: FoundLines): Steps<void> {
		const known = into.lines;
		let above: KnownFrame | UnaskedFrame | undefined;
		/** Where a run may begin: behind the first of some named frames. */
		let second = -1;
		/** Named frames up to here. */
		let named = 0;
		let visits = 0;
		for (let index = 0; index < lines.length; ) {
			const line = lines[index];
			if (!line) {
				break;
			}
			if (++visits % stepsPerYield === 0) {
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

	/** @param above What was found of the line above. */
	private lookUpLine(
		line: Frame | RawLine,
		above: KnownFrame | UnaskedFrame | undefined,
		into: KnownLines,
		found: FoundLines,
	): KnownFrame | UnaskedFrame | undefined {
		if (line.kind !== 'managed' || line.type === undefined) {
			return undefined;
		}
		const below = above?.below;
		if (below && below.text === line.text && isReadAlike(below, line)) {
			found.met ??= below.frame && line;
			return below;
		}
		const type = line.type === this.unasked?.name ? this.unasked : this.types.get(line.type);
		if (!type) {
			found.unmet.push({ frame: line, into, index: into.length });
			return undefined;
		}
		found.met ??= minifiedFrame(line) && line;
		if (type.isOfPlatform && !type.isNamed) {
			this.unasked = type;
			return undefined;
		}
		const known = this.inType(line, type);
		// One that is of this line alone would keep all of its text in memory.
		if (above && known.source !== line) {
			above.below = known;
		}
		return known;
	}

	private of(line: Frame, name: string): KnownFrame | UnaskedFrame | undefined {
		const type = this.types.get(name) ?? this.addType(copyOf(name));
		return type.isOfPlatform && !type.isNamed ? undefined : this.inType(line, type);
	}

	private inType(line: Frame, type: KnownType): KnownFrame | UnaskedFrame {
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

function made(source: Frame, type: KnownType): KnownFrame | UnaskedFrame {
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
				place: placeOf(frame, type),
				isNamed: type.isNamed,
				speaks: undefined,
				usual: undefined,
				byThrown: undefined,
				run: undefined,
			}
		: { ...met, frame };
}

/** The same object for each frame of a method and position. */
function placeOf({ method, position }: MinifiedFrame, { places }: KnownType): KnownPlace {
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

/** What a grammar makes of a text may depend on the lines around it. */
function isReadAlike(met: MetFrame, { line1, flags, type }: Frame): boolean {
	return met.line1 === line1 && met.flags === flags.length && met.typeLength === type?.length;
}

/** What was found where an exception stands in the line above, or nothing that counts. */
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

/** Parts of a text keep all of it in memory. */
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

/** Of its own memory, and as compact. */
function copyOf(text: string): string {
	const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1';
	return Buffer.from(text, encoding).toString(encoding);
}
