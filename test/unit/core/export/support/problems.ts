import * as assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../../../src/core/common/errors';

export async function assertProblem(work: Promise<unknown>, expected: Partial<Problem>): Promise<void> {
	await assert.rejects(work, (error) => {
		assert.ok(error instanceof AppError, `not an AppError: ${error}`);
		assert.deepEqual({ ...error.problem, ...expected }, error.problem);
		return true;
	});
}
