import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import type { Frame, Platform } from '../../../../../src/core/stack/trace/model';

/** What a frame should tell; what is not named must be missing. */
export interface Expected {
	readonly kind?: Frame['kind'];
	readonly type?: string;
	readonly method?: string;
	/** `Type#method`; the same as type and method when missing. */
	readonly enclosing?: string | undefined;
	/** `file:line:column`, as much of it as there is. */
	readonly at?: string;
	readonly module?: string;
	readonly flags?: Frame['flags'];
	readonly position?: Frame['position'];
	readonly image?: Frame['image'];
	readonly mapId?: string;
	readonly count?: number;
	/** The part that is clicked; the place of the source when missing. */
	readonly link?: string;
	/** A line without which the frame would be of another platform. */
	readonly after?: string;
	readonly platform?: Platform;
}

export type Row = readonly [line: string, expected: Expected];

/** One test for each row: the line alone, below its header if it has one, gives exactly one frame. */
export function itReads(platform: Platform | undefined, kind: Frame['kind'], rows: readonly Row[]): void {
	for (const [text, expected] of rows) {
		it(text.trim(), () => {
			const frame = frameOf(text, expected.after, expected.platform ?? platform);
			assert.equal(frame.text, text);
			assert.deepEqual(told(frame), wanted(kind, expected));
		});
	}
}

export function frameOf(text: string, after: string | undefined, platform: Platform | undefined): Frame {
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
