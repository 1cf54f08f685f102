import type { Frame, Header, RawLine, Section, Trace } from '../../../../../../src/core/stack/trace/model';

/** Minimal stack trace parser, so that these tests depend only on the mapping code. */
export function javaTrace(text: string): Trace {
	const lines = text.split('\n');
	const sections: { header: Header | undefined; lines: (Frame | RawLine)[] }[] = [];
	for (const [number, line] of lines.entries()) {
		const header = headerOf(line, number);
		if (header) {
			sections.push({ header, lines: [] });
		} else {
			if (sections.length === 0) {
				sections.push({ header: undefined, lines: [] });
			}
			sections.at(-1)?.lines.push(getFrame(line, number) ?? { kind: 'raw', line: number, text: line });
		}
	}
	return { platform: 'jvm', lines, sections: sections.map((section): Section => ({ platform: 'jvm', ...section })) };
}

function headerOf(line: string, number: number): Header | undefined {
	const match = /^\s*(Caused by: |Suppressed: |Exception in thread "[^"]*" )?([\w$.-]+)(?:: (.*))?$/.exec(line);
	const [, lead = '', type = '', message = ''] = match ?? [];
	if (!match || line.trim() === '') {
		return undefined;
	}
	const kind = lead.startsWith('Caused') ? 'cause' : lead.startsWith('Suppressed') ? 'suppressed' : 'exception';
	return { kind, type, message, depth: 0, firstLine: number, lastLine: number };
}

function getFrame(text: string, line: number): Frame | undefined {
	const [, type, method, source] = /^\s*at (?:.*\/)?([^\s(]+)\.([^\s.(]+)\((.*)\)/.exec(text) ?? [];
	if (type === undefined || method === undefined || source === undefined) {
		return undefined;
	}
	const base = { kind: 'managed', line, text, type, method } as const;
	if (source === 'Native Method') {
		return { ...base, flags: ['nativeMethod'] };
	}
	const [, file = '', digits] = /^(.*?)(?::(-?\d+)?)?$/.exec(source) ?? [];
	const number = digits === undefined ? 0 : Number(digits);
	if (file === 'Unknown Source') {
		return { ...base, ...(digits && { position: { kind: 'dexPc', offset: number } }), flags: [] };
	}
	const mapId = file.startsWith('r8-map-id-') ? file.slice('r8-map-id-'.length) : undefined;
	return {
		...base,
		...(mapId === undefined ? file !== '' && file !== 'SourceFile' && { file } : { mapId }),
		...(number > 0 && { line1: number }),
		flags: [],
	};
}
