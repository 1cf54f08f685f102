import * as assert from 'node:assert/strict';
import path from 'node:path';
import { androidFrames } from '../../../../../src/core/sample/errors/android/frames';
import { flutterFrames } from '../../../../../src/core/sample/errors/flutter/frames';
import type { WorkspaceFrame } from '../../../../../src/core/sample/errors/frame';
import { iosFrames } from '../../../../../src/core/sample/errors/ios/frames';
import { reactNativeFrames } from '../../../../../src/core/sample/errors/reactNative/frames';
import { unityFrames } from '../../../../../src/core/sample/errors/unity/frames';
import { windowsFrames } from '../../../../../src/core/sample/errors/windows/frames';
import { lastSegment } from '../../../../../src/core/stack/characters';
import { locateFrame } from '../../../../../src/core/stack/locate/locateFrame';
import type { Frame } from '../../../../../src/core/stack/model';
import { parseTrace } from '../../../../../src/core/stack/parseTrace';
import { sampleTraces } from '../support/sampleTraces';
import { described } from './support/labels';
import { diskWorld } from './support/workspace';

const tables = [androidFrames, iosFrames, flutterFrames, reactNativeFrames, unityFrames, windowsFrames];
const placesOf = new Map<string, Set<string>>();
for (const { file, line } of tables.flatMap((table): WorkspaceFrame[] => Object.values(table))) {
	const key = `${lastSegment(file)}:${line}`;
	placesOf.set(key, (placesOf.get(key) ?? new Set()).add(`${file}:${line}`));
}

describe('Frames of the sample traces', () => {
	it('lead to the lines of the sample workspace that threw', async () => {
		const world = diskWorld({ name: 'samples', path: path.resolve('samples/workspace') });
		const seen = new Set<string>();
		for (const { text, osName } of sampleTraces(1)) {
			const trace = parseTrace(text, { osName });
			for (const frame of trace.sections.flatMap(({ lines }) => lines)) {
				const wanted = frame.kind === 'raw' ? undefined : placesOf.get(placeOf(frame));
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

function placeOf({ file, line1 }: Frame): string {
	return `${lastSegment(file ?? '')}:${line1}`;
}
