import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import type { Frame, Platform } from '../../../../../src/core/stack/trace/model';

/** Expected values of a frame. Values that are not listed must be missing. */
export interface Expected {
	readonly kind?: Frame['kind'];
	readonly type?: string;
	readonly method?: string;
	/** Enclosing function as `Type#method`. Defaults to type and method. */
	readonly enclosing?: string | undefined;
	/** Location as `file:line:column`, without unknown parts. */
	readonly at?: string;
	readonly module?: string;
	readonly flags?: Frame['flags'];
	readonly position?: Frame['position'];
	readonly image?: Frame['image'];
	readonly mapId?: string;
	readonly count?: number;
	/** Clickable part of the line. Defaults to the source location. */
	readonly link?: string;
	/** Preceding line that determines the platform of the frame. */
	readonly after?: string;
	readonly platform?: Platform;
}

export type Row = readonly [line: string, expected: Expected];

/** Defines one test per row, which asserts that the line is parsed as exactly one frame. */
export function itReads(platform: Platform | undefined, kind: Frame['kind'], rows: readonly Row[]): void {
	for (const [text, expected] of rows) {
		it(`parses the frame ${text.trim()}`, () => {
			const frame = getFrame(text, expected.after, expected.platform ?? platform);
			assert.equal(frame.text, text);
			assert.deepEqual(told(frame), wanted(kind, expected));
		});
	}
}

export function getFrame(text: string, after: string | undefined, platform: Platform | undefined): Frame {
	const trace = parseTrace(after === undefined ? text : `${after}\n${text}`);
	const number = trace.lines.length - 1;
	const section = trace.sections.find(({ lines }) => lines.some(({ line }) => line === number));
	const frame = section?.lines.find(({ line }) => line === number);
	assert.ok(frame && frame.kind !== 'raw', `no frame: ${text}`);
	if (platform !== undefined) {
		assert.equal(section?.platform, platform);
	}
	return frame;
}

function told(frame: Frame) {
	const {
		kind,
		type,
		method,
		enclosing,
		file,
		line1,
		column1,
		module,
		flags,
		position,
		image,
		mapId,
		count,
		link,
		text,
	} = frame;
	return {
		kind,
		type,
		method,
		enclosing: enclosing && `${enclosing.type}#${enclosing.method}`,
		at: [file, line1, column1].filter((part) => part !== undefined).join(':'),
		module,
		flags: [...flags].sort(),
		position,
		image,
		mapId,
		count,
		link: link && text.slice(link.start, link.end),
	};
}

function wanted(kind: Frame['kind'], expected: Expected): ReturnType<typeof told> {
	const { type, method, at = '', flags = [] } = expected;
	const named = method === undefined ? undefined : `${type ?? ''}#${method}`;
	return {
		kind: expected.kind ?? kind,
		type,
		method,
		enclosing: 'enclosing' in expected ? expected.enclosing : named,
		at,
		module: expected.module,
		flags: [...flags].sort(),
		position: expected.position,
		image: expected.image,
		mapId: expected.mapId,
		count: expected.count,
		link: expected.link ?? (at === '' ? undefined : at),
	};
}
