import assert from 'node:assert/strict';
import type { Problem } from '../../src/core/common/errors';
import { explainForCommandLine } from '../../src/wording/commandLineMessages';
import { explain } from '../../src/wording/problemMessages';

describe('error messages of the editor and the command line', () => {
	const disk = (fault: Extract<Problem, { kind: 'disk' }>['fault'], savedRows?: number): Problem => ({
		kind: 'disk',
		fault,
		path: '/a. b/c',
		code: 'EIO',
		...(savedRows !== undefined && { savedRows }),
	});

	it('suggests an action that fits the editor or the command line, even if names contain punctuation', () => {
		assert.equal(
			explainForCommandLine(disk('exists')),
			'Another file already exists at /a. b/c. Remove it or specify another folder.',
		);
		assert.match(explain(disk('exists')).message, /choose another folder\.$/);
		for (const fault of ['full', 'other'] as const) {
			assert.match(
				explainForCommandLine(disk(fault, 3)),
				/3 records\. Run the same command again to resume the export\.$/,
			);
			assert.match(explain(disk(fault, 3)).message, /esume the export/);
			assert.doesNotMatch(explain(disk(fault, 3)).message, /command/);
		}
		const fields: Problem = { kind: 'datasetFields', dataset: 'a. b', missing: ['c. d'], unexpected: ['e'] };
		const facts =
			'The dataset a. b has different fields. Missing from these records: c. d. Missing from the dataset: e.';
		assert.equal(
			explainForCommandLine(fields),
			`${facts} Specify the same fields with --fields, or another --dataset.`,
		);
		assert.equal(explain(fields).message, `${facts} Choose the same fields, or load into another dataset.`);
	});
});
