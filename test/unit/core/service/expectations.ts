import assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../../src/core/common/errors';

export async function getProblem(promise: Promise<unknown>): Promise<Problem> {
	try {
		await promise;
	} catch (error) {
		assert.ok(error instanceof AppError, `not an AppError: ${error}`);
		return error.problem;
	}
	assert.fail('nothing was thrown');
}

export function problemIn(action: () => unknown): Problem {
	try {
		action();
	} catch (error) {
		assert.ok(error instanceof AppError, `not an AppError: ${error}`);
		return error.problem;
	}
	assert.fail('nothing was thrown');
}

export async function getBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	for await (const chunk of chunks) {
		parts.push(chunk);
	}
	return Buffer.concat(parts);
}
