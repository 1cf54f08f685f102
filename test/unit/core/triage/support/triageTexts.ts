import assert from 'node:assert/strict';
import { parseTriage } from '../../../../../src/core/triage/parseTriage';
import type { TriageEntry } from '../../../../../src/core/triage/triageEntry';

export function parsed(text: string): TriageEntry {
	const result = parseTriage(text);
	assert.ok(result.ok, `${text}\n${JSON.stringify(result)}`);
	return result.entry;
}

export function triageText(members: object = {}): string {
	const group = { version: 5, type: 'IllegalStateException', frames: ['CartTotals.sum'] };
	return JSON.stringify({ type: 'app-errors/triage@1', group, ...members });
}
