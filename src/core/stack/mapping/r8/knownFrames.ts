import type { Frame, RawLine } from '../../trace/model';
import type { MappedLine } from '../result/mapped';
import type { Room } from '../result/traceAllowance';
import type { Resolution } from './resolveFrame';
import { isPlatformClass, type MinifiedFrame, minifiedFrame } from './sourcePlaces';

/** What a mapping said of one frame. */
export interface KnownFrame {
	/** As it was met first. */
	readonly source: Frame;
	readonly frame: MinifiedFrame;
	readonly place: KnownPlace;
	/** Its class is of the platform. */
	readonly isOfPlatform: boolean;
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

/**
 * What a mapping said of frames, by their text: a stack that overflowed has the same few thousands of times, and traces of
 * one build have them as well.
 */
export class KnownFrames {
	private readonly byText = new Map<string, KnownFrame | UnaskedFrame>();
	private readonly places = new Map<string, Map<number | undefined, KnownPlace[]>>();

	/** How many texts there are. */
	get size(): number {
		return this.byText.size;
	}

	/** Undefined for a line that a mapping is not asked about. */
	of(line: Frame | RawLine): KnownFrame | undefined {
		if (line.kind !== 'managed') {
			return undefined;
		}
		let known = this.byText.get(line.text);
		if (!known) {
			known = this.made(detached(line));
			this.byText.set(known.source.text, known);
		} else if (!isReadAlike(known.source, line)) {
			known = this.made(line);
		}
		return known.frame ? known : undefined;
	}

	private made(source: Frame): KnownFrame | UnaskedFrame {
		const frame = minifiedFrame(source);
		return frame
			? {
					source,
					frame,
					place: this.placeOf(frame),
					isOfPlatform: isPlatformClass(frame.type),
					speaks: undefined,
					resolutions: new Map(),
				}
			: { source, frame };
	}

	/** The same object for each frame of a method and position. */
	private placeOf({ type, method, position }: MinifiedFrame): KnownPlace {
		let ofType = this.places.get(type);
		if (!ofType) {
			ofType = new Map();
			this.places.set(type, ofType);
		}
		let places = ofType.get(position);
		if (!places) {
			places = [];
			ofType.set(position, places);
		}
		let place = places.find((known) => known.method === method);
		if (!place) {
			place = { method };
			places.push(place);
		}
		return place;
	}

	clear(): void {
		this.byText.clear();
		this.places.clear();
	}
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
