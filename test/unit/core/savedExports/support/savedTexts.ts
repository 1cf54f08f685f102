import assert from 'node:assert/strict';
import { parseSavedExport } from '../../../../../src/core/savedExports/parseSavedExport';
import type { SavedExport } from '../../../../../src/core/savedExports/savedExport';

const usual = {
	type: 'app-errors/export@1',
	name: 'Checkout crashes, last week',
	application: { id: '101' },
	range: { lastDays: 7 },
	fields: 'standard',
};

/** Members with the value undefined are left out. */
export function savedText(members: Readonly<Record<string, unknown>> = {}): string {
	return JSON.stringify({ ...usual, ...members }, undefined, 2);
}

export function saved(text: string): SavedExport {
	const parsed = parseSavedExport(text);
	assert.ok(parsed.ok, text);
	return parsed.saved;
}
