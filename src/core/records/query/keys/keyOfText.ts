import { lineFeed } from '../../../../shared/ascii';
import {
	decodeError,
	type ErrorValue,
	encodeGroupValue,
	type FrameValue,
	isOfMessage,
} from '../../../../shared/groupValue';
import type { GroupKey } from '../../../../shared/results';
import type { CooperativeTask } from '../../../common/cooperativeTask';
import { firstTraceIn, groupedTrace, groupKeyOfFirstLine, TraceGrouping } from '../../../stack/grouping/groupKey';
import { beginsReport, firstLine, normaliseMessage } from '../../../stack/grouping/normaliseMessage';
import { mayNameMinified } from '../../../stack/mapping/r8/heads';
import { OwnFrameTest } from '../../../stack/own/ownFrameTest';
import { mayBeJson } from '../../../stack/parse/findTraces';
import type { Trace } from '../../../stack/trace/model';
import type { Snapshot } from '../execution/snapshot';
import type { PartOfKey } from './keyCodes';

type KeySource =
	/** If `column` is undefined, the file doesn't have the column and no record has a key. */
	| { readonly kind: 'values'; readonly column: number | undefined }
	/** Uses the first column that has a key. A weak key is used only if no other column has a key. */
	| DerivedSource
	| { readonly kind: 'part'; readonly whole: GroupKey };

export interface DerivedSource {
	readonly kind: 'derived';
	readonly from: readonly DerivedKey[];
	readonly part?: PartOfKey;
	/** Whether all traces are parsed, so that the outcome of deobfuscation is known for all records. */
	readonly readsTraces?: boolean;
}

export interface DerivedKey {
	readonly column: number;
	/**
	 * Returns the end of the part of the value that determines the key. Values that have this part in common have equal
	 * keys.
	 */
	decisiveEnd(bytes: Buffer, start: number, end: number): number;
	readonly make: MakeKey;
	isWeak(key: string): boolean;
}

/** Derives a key from text. An empty key means that the text has no key. */
type MakeKey =
	/** Derives the key synchronously. This is fast, because it examines only the first lines. */
	| { readonly kind: 'quick'; of(text: string): string }
	/** Searches the entire text for a trace, which may be deobfuscated before the key is derived. */
	| {
			readonly kind: 'slow';
			read(text: string): CooperativeTask<KeyReading>;
			readonly own?: OwnFrameTest;
			/** Returns the fallback key of a text that takes too long to parse. Equal texts must have equal keys. */
			instead(text: string): string;
	  };

export interface KeyReading {
	readonly trace: Trace | undefined;
	key(trace: Trace | undefined): MadeOfTrace;
}

export interface MadeOfTrace {
	/** Key of the text. Some keys are computed when this property is first read. */
	readonly key: string;
	readonly grouping?: TraceGrouping;
}

/** Maximum number of bytes to search for a trace. A trace with 1,000 frames is shorter. */
const traceWithin = 262_144;

const lineWithin = 4096;

export function keySource(key: GroupKey, snapshot: Snapshot): KeySource {
	switch (key.kind) {
		case 'column':
			return { kind: 'values', column: key.column };
		case 'name':
			return { kind: 'values', column: snapshot.indexOf('error_name') };
		case 'message': {
			const make: MakeKey = { kind: 'quick', of: normaliseMessage };
			const hasMappings = snapshot.mappings !== undefined && snapshot.mappings.id !== '';
			const ofTraces = hasMappings ? shownMessage : { decisiveEnd: endOfFirstLine, make };
			return derived(snapshot, {
				error: { ...ofTraces, isWeak: beginsReport },
				error_name: { decisiveEnd: endOfFirstLine, make, isWeak: never },
			});
		}
		case 'topFrame':
			return { kind: 'part', whole: { kind: 'frames' } };
		case 'frames': {
			const own = new OwnFrameTest(snapshot.own);
			return {
				...derived(snapshot, {
					error: { decisiveEnd: endOfTrace, make: ofText(own), isWeak: isOfWords },
					error_json: { decisiveEnd: endOfTrace, make: ofTraceIn(own), isWeak: never },
				}),
				part: topFrame,
				readsTraces: true,
			};
		}
	}
}

const ofText = (own: OwnFrameTest): MakeKey => ({
	kind: 'slow',
	own,
	*read(text) {
		const trace = yield* groupedTrace(text);
		return { trace, key: (shown) => keyOf(shown, own, shown !== trace) };
	},
	instead: (text) => groupKeyOfFirstLine(text).key,
});

const ofTraceIn = (own: OwnFrameTest): MakeKey => ({
	kind: 'slow',
	own,
	*read(text) {
		const trace = yield* firstTraceIn(text);
		return { trace, key: (shown) => keyOf(shown, own, shown !== trace) };
	},
	// There is no fallback key, because the beginning of JSON text doesn't identify the error.
	instead: () => '',
});

/**
 * Derives a key from a message. If the message may contain minified class names, the trace in the same text is read as
 * well, because the trace identifies the build.
 */
const shownMessage: Pick<DerivedKey, 'decisiveEnd' | 'make'> = {
	decisiveEnd(bytes, start, end) {
		const lineEnd = endOfFirstLine(bytes, start, end);
		return mayNameMinified(bytes.toString('utf8', start, lineEnd)) ? endOfTrace(bytes, start, end) : lineEnd;
	},
	make: {
		kind: 'slow',
		*read(text) {
			const isOfWords = mayBeJson(text) || !mayNameMinified(firstLine(text));
			const trace = isOfWords ? undefined : yield* groupedTrace(text);
			return {
				trace,
				key: (shown) => ({
					key: normaliseMessage(shown === undefined || shown === trace ? text : shown.lines.join('\n')),
				}),
			};
		},
		instead: normaliseMessage,
	},
};

/** This is a class, because each object literal with a getter would have a hidden class of its own in V8. */
class MadeOfFrames implements MadeOfTrace {
	constructor(readonly grouping: TraceGrouping) {}

	get key(): string {
		return this.grouping.group.key;
	}
}

function keyOf(trace: Trace | undefined, own: OwnFrameTest, isDeobfuscated: boolean): MadeOfTrace {
	if (!trace) {
		return { key: '' };
	}
	return new MadeOfFrames(new TraceGrouping(trace, own, isDeobfuscated));
}

const isOfWords = (key: string) => key !== '' && isOfMessage(decodeError(key));

const topFrame: PartOfKey = (key) => (key === '' ? '' : encodeGroupValue(getTopFrame(decodeError(key)) ?? ''));

/** @param byName Ways to derive the key, by column name. Columns that come first have precedence. */
function derived(snapshot: Snapshot, byName: Readonly<Record<string, Omit<DerivedKey, 'column'>>>) {
	const from = Object.entries(byName).flatMap(([name, key]) => {
		const column = snapshot.indexOf(name);
		return column === undefined ? [] : [{ ...key, column }];
	});
	return { kind: 'derived', from } as const;
}

const never = () => false;

/** Maximum size of a JSON crash report in bytes. Relevant parts, such as images, can be at its end. */
const reportWithin = 4_194_304;

/** Returns the end of the last complete line within the limit, because a truncated name would change the key. */
function endOfTrace(bytes: Buffer, start: number, end: number): number {
	if (end - start <= traceWithin) {
		return end;
	}
	const report = bytes.subarray(start, start + traceWithin);
	if (end - start <= reportWithin && (report.includes('imageIndex') || report.includes('subFrames'))) {
		return end;
	}
	const lastLine = bytes.lastIndexOf(lineFeed, start + traceWithin);
	return lastLine > start ? lastLine : start + traceWithin;
}

function endOfFirstLine(bytes: Buffer, start: number, end: number): number {
	const limit = Math.min(end, start + lineWithin);
	let index = start;
	while (index < limit && (bytes[index] ?? 0) <= 0x20) {
		index++;
	}
	while (index < limit && bytes[index] !== lineFeed) {
		index++;
	}
	return index;
}

export function getTopFrame({ version, title, place, frames }: ErrorValue): FrameValue | undefined {
	const [frame] = frames;
	return frame === undefined ? undefined : { version, title: place || title, frame };
}
