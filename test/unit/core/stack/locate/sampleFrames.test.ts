import * as assert from 'node:assert/strict';
import path from 'node:path';
import { locateFrame } from '../../../../../src/core/stack/locate/locateFrame';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { lastSegment } from '../../../../../src/core/stack/trace/characters';
import type { Frame } from '../../../../../src/core/stack/trace/model';
import { workspaceFrames } from '../../../../support/sampleFrames/tables';
import { sampleTraces } from '../support/sampleTraces';
import { described } from './support/labels';
import { diskWorld } from './support/workspace';

const placesOf = new Map<string, Set<string>>();
for (const { file, line } of workspaceFrames) {
	const key = `${lastSegment(file)}:${line}`;
	placesOf.set(key, (placesOf.get(key) ?? new Set()).add(`${file}:${line}`));
}

describe('frames in the sample stack traces', () => {
	it('locates sample frames at the corresponding lines in the sample workspace', async () => {
		const world = diskWorld({ name: 'samples', path: path.resolve('samples/workspace') });
		const seen = new Set<string>();
		for (const { text, osName } of sampleTraces(1)) {
			const trace = parseTrace(text, { osName });
			for (const frame of trace.sections.flatMap(({ lines }) => lines)) {
				const wanted = frame.kind === 'raw' ? undefined : placesOf.get(getPlace(frame));
				if (frame.kind !== 'raw' && wanted !== undefined) {
					const found = await locateFrame({ frame, trace }, world);
					const place = found.kind === 'target' ? `${found.target.file.path}:${found.target.line1}` : described(found);
					assert.ok(wanted.has(place), `${frame.text}\n${place}`);
					seen.add(place);
				}
			}
		}
		assert.ok(seen.size > 100, `${seen.size}`);
	});
});

function getPlace({ file, line1 }: Frame): string {
	return `${lastSegment(file ?? '')}:${line1}`;
}
