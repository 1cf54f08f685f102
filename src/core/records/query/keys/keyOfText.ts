import { decodeError, encodeGroupValue, isOfMessage } from '../../../../shared/groupValue';
import type { GroupKey } from '../../../../shared/results';
import { lineFeed } from '../../../common/ascii';
import type { Steps } from '../../../common/steps';
import { firstTraceIn, groupedTrace, groupKeyOfFirstLine, TraceGrouping } from '../../../stack/grouping/groupKey';
import { beginsReport, firstLine, normaliseMessage } from '../../../stack/grouping/normaliseMessage';
import { topFrameOf } from '../../../stack/grouping/topFrame';
import { mayNameMinified } from '../../../stack/mapping/r8/heads';
import { OwnFrameTest } from '../../../stack/own/ownFrameTest';
import { mayBeJson } from '../../../stack/parse/findTraces';
import type { Trace } from '../../../stack/trace/model';
import type { Snapshot } from '../work/snapshot';
import type { PartOfKey } from './partCodes';

/** Where a key is read from: a column's values, or something made of them. */
export type KeySource =
	/** Undefined when the file has no such column: then no record has the key. */
	| { readonly kind: 'values'; readonly column: number | undefined }
	/** A record's key is that of the first column that gives one; a weak one counts when no other does. */
	| DerivedSource
	/** A part of another key. */
	| { readonly kind: 'part'; readonly whole: GroupKey };

export interface DerivedSource {
	readonly kind: 'derived';
	readonly from: readonly DerivedKey[];
	/** Made along with each key, for those who ask for no more than that. */
	readonly part?: PartOfKey;
	/** Each trace is read, so that it is known of every record whether it was deobfuscated. */
	readonly readsTraces?: boolean;
}

export interface DerivedKey {
	readonly column: number;
	/** The end of the part of a text that the key is made of, so that it is made once for all texts that share it. */
	decisiveEnd(bytes: Buffer, start: number, end: number): number;
	readonly make: MakeKey;
	/** Whether another column may tell more than this key. */
	isWeak(key: string): boolean;
}

/** Makes a key of a text; '' of texts that give none. */
type MakeKey =
	/** At once: it looks at no more than the beginning of a few lines. */
	| { readonly kind: 'quick'; of(text: string): string }
	/** It reads all of the text for a trace, which mappings may deobfuscate before the key is made. */
	| {
			readonly kind: 'slow';
			read(text: string): Steps<KeyReading>;
			/** What tells frames of one's own code, of keys that are made of these. */
			readonly own?: OwnFrameTest;
			/** For texts that take too long. The same text always gives the same key. */
			instead(text: string): string;
	  };

/** What was read of a text. */
export interface KeyReading {
	/** Undefined where it has none. */
	readonly trace: Trace | undefined;
	/** @param trace As it was written, or with its original names. */
	key(trace: Trace | undefined): MadeOfTrace;
}

export interface MadeOfTrace {
	/** May be made when it is asked for. */
	readonly key: string;
	/** Of the trace that the key is of; undefined where the key is of something else. */
	readonly grouping?: TraceGrouping;
}

/** The innermost cause of a stack that overflowed, a thousand frames of it, is within (bytes). */
const traceWithin = 262_144;

/** Leading bytes that hold the first line (bytes). */
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
	// The beginning of JSON says nothing.
	instead: () => '',
});

/** A message may name classes, and the trace below it tells the build of which. */
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

/** A class, since an object of its own with a getter would be of a shape of its own. */
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

const topFrame: PartOfKey = (key) => (key === '' ? '' : encodeGroupValue(topFrameOf(decodeError(key)) ?? ''));

/** @param byName Of columns, in the order in which they are asked. */
function derived(snapshot: Snapshot, byName: Readonly<Record<string, Omit<DerivedKey, 'column'>>>) {
	const from = Object.entries(byName).flatMap(([name, key]) => {
		const column = snapshot.indexOf(name);
		return column === undefined ? [] : [{ ...key, column }];
	});
	return { kind: 'derived', from } as const;
}

const never = () => false;

/** Of whole lines: half a name would be another one. */
function endOfTrace(bytes: Buffer, start: number, end: number): number {
	if (end - start <= traceWithin) {
		return end;
	}
	const lastLine = bytes.lastIndexOf(lineFeed, start + traceWithin);
	return lastLine > start ? lastLine : start + traceWithin;
}

/** The end of the first line with something in it. */
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
