import type { Span, TraceLine, TraceNote, TraceView } from '../../../src/shared/traceView';

export interface FakeTraces {
	readonly looking?: boolean;
	readonly note?: TraceNote;
	readonly deobfuscated?: Readonly<Record<string, string>>;
	readonly version?: string;
	readonly missing?: string;
}

/** Creates a trace. Frames in `com.example` are frames in the user's own code. */
export function fakeTrace(value: string, original: boolean, options: FakeTraces): TraceView | undefined {
	const text = value.startsWith('{') ? textInJson(value) : value;
	if (!/^\s*at /m.test(text)) {
		return undefined;
	}
	const turned = options.deobfuscated?.[text];
	const shown = turned === undefined ? 'only' : original ? 'original' : 'deobfuscated';
	const all = (shown === 'deobfuscated' && turned !== undefined ? turned : text).split('\n');
	let firstFound = false;
	const lines = all.slice(0, 5_000).map((line): TraceLine => {
		const read = readLine(line, options.missing);
		const first = read.link !== undefined && !firstFound;
		firstFound ||= first;
		return { ...read, text: line, first };
	});
	const { note, looking = false, version } = options;
	return { lines, rest: all.slice(5_000).join('\n'), note, looking, version, shown };
}

function readLine(line: string, missing: string | undefined): Omit<TraceLine, 'text' | 'first'> {
	const frame = /^\s*at ([\w.$]+)\(([^)]*)\)/.exec(line);
	if (!frame) {
		const type = /^(?:Caused by: )?([\w.$]+)(?=:)/.exec(line)?.[1];
		const isHeader = type !== undefined;
		const name = isHeader ? getSpan(line, type) : undefined;
		return { kind: isHeader ? 'header' : 'raw', library: /^\s*\.\.\. /.test(line), link: undefined, name, hint: '' };
	}
	const [, qualified = '', file = ''] = frame;
	const library = !qualified.startsWith('com.example.');
	const isMissing = missing !== undefined && file.startsWith(missing);
	return {
		kind: 'frame',
		library,
		link: library || isMissing ? undefined : getSpan(line, file),
		name: getSpan(line, qualified.split('.').slice(-2).join('.')),
		hint: isMissing ? 'not in the workspace' : '',
	};
}

function getSpan(line: string, part: string): Span {
	const start = line.lastIndexOf(part);
	return { start, end: start + part.length };
}

function textInJson(value: string): string {
	try {
		const texts = Object.values(JSON.parse(value) as Record<string, unknown>);
		return texts.filter((text) => typeof text === 'string' && text.includes('\n')).join('\n');
	} catch {
		return '';
	}
}
