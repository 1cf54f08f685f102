import { type Steps, visitEach } from '../../../common/steps';
import type { Frame, RawLine, Trace } from '../../trace/model';
import type { MappedLine } from '../result/mapped';
import type { Room } from '../result/traceAllowance';
import type { ClassNames } from './classMapping';
import type { Resolution } from './resolveFrame';
import { isPlatformClass, type MinifiedFrame, minifiedFrame } from './sourcePlaces';

/** What a mapping said of one frame. */
export interface KnownFrame {
	/** As it was met first. */
	readonly source: Frame;
	readonly frame: MinifiedFrame;
	readonly place: KnownPlace;
	/** Whether the mapping names its class. */
	readonly isNamed: boolean;
	/** Whether it speaks for the mapping, see `retraceFit`; unknown before it was asked. */
	speaks: { readonly answer: boolean | undefined } | undefined;
	/** By the exception in the line directly above, where no frame above counts. */
	readonly resolutions: Map<string | undefined, KnownResolution>;
}

/** One that a mapping is not asked about. */
interface UnaskedFrame {
	readonly source: Frame;
	readonly frame: undefined;
}

export interface KnownResolution {
	readonly resolution: Resolution;
	/** What the line became, and what that took of the trace's allowance. */
	shown?: { readonly line: MappedLine; readonly took: Room };
}

/** A method and a position in it; frames of it may differ in the file they name. */
interface KnownPlace {
	readonly method: string;
	/** Where it stands in the list that was made last. */
	listed?: { readonly list: KnownFrame[]; readonly index: number };
}

/** A class that frames name. */
interface KnownType {
	/** Whether the mapping names it. */
	readonly isNamed: boolean;
	readonly isOfPlatform: boolean;
	/** By their texts. */
	readonly frames: Map<string, KnownFrame | UnaskedFrame>;
	/** By position. */
	readonly places: Map<number | undefined, KnownPlace[]>;
}

/** By the lines of a section; undefined for a line that the mapping has nothing to say about. */
type KnownLines = readonly (KnownFrame | undefined)[];

/**
 * What a mapping said of frames, by their text: a stack that overflowed has the same few thousands of times, and traces of
 * one build have them as well. A frame of the platform, which most frames are, takes no more than a look at its class.
 */
export class KnownFrames {
	private readonly types = new Map<string, KnownType>();
	/** The trace that was looked up last: it is first asked whether the mapping explains it, and then turned back. */
	private last: { readonly trace: Trace; readonly sections: readonly KnownLines[] } | undefined;
	private frames = 0;

	/** @param names Of the classes that traces mention, by the time that they are looked up. */
	constructor(private readonly names: ClassNames) {}

	/** How many texts there are. */
	get size(): number {
		return this.frames;
	}

	/** By the sections of a trace. */
	*inTrace(trace: Trace): Steps<readonly KnownLines[]> {
		if (this.last?.trace === trace) {
			return this.last.sections;
		}
		const sections: KnownLines[] = [];
		for (const { lines } of trace.sections) {
			yield;
			const known: (KnownFrame | undefined)[] = [];
			yield* visitEach(lines, (line) => known.push(this.of(line)));
			sections.push(known);
		}
		this.last = { trace, sections };
		return sections;
	}

	clear(): void {
		this.types.clear();
		this.last = undefined;
		this.frames = 0;
	}

	private of(line: Frame | RawLine): KnownFrame | undefined {
		if (line.kind !== 'managed' || line.type === undefined) {
			return undefined;
		}
		const type = this.types.get(line.type) ?? this.addType(copyOf(line.type));
		if (type.isOfPlatform && !type.isNamed) {
			return undefined;
		}
		const { frames } = type;
		let known = frames.get(line.text);
		if (!known) {
			known = made(detached(line), type);
			frames.set(known.source.text, known);
			this.frames++;
		} else if (!isReadAlike(known.source, line)) {
			known = made(line, type);
		}
		return known.frame ? known : undefined;
	}

	private addType(name: string): KnownType {
		const type = {
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
	return frame
		? { source, frame, place: placeOf(frame, type), isNamed: type.isNamed, speaks: undefined, resolutions: new Map() }
		: { source, frame };
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
		place = { method };
		atPosition.push(place);
	}
	return place;
}

/** What a grammar makes of a text may depend on the lines around it. */
function isReadAlike(a: Frame, b: Frame): boolean {
	return a.line1 === b.line1 && a.flags.length === b.flags.length && a.type?.length === b.type?.length;
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
