import * as assert from 'node:assert/strict';
import { Throughput } from '../../../../../src/core/export/download/consumeBody';

describe('Throughput', () => {
	it('returns zero bytes per second before any data is received', () => {
		const throughput = new Throughput();
		assert.equal(throughput.bytesPerSecond, 0);
		throughput.add(0, 0);
		assert.equal(throughput.bytesPerSecond, 0);
	});

	it('averages the throughput over the elapsed time during the first second', () => {
		const throughput = new Throughput();
		throughput.add(0, 0);
		throughput.add(500, 1000);
		assert.equal(throughput.bytesPerSecond, 2000);
	});

	it('measures the throughput without data that was received more than a second ago', () => {
		const throughput = new Throughput();
		for (let second = 0; second <= 10; second++) {
			throughput.add(second * 1000, second <= 5 ? second * 1_000_000 : 5_000_000);
		}
		assert.equal(throughput.bytesPerSecond, 0, 'the line has stood still for five seconds');
		throughput.add(11_000, 5_000_500);
		assert.equal(throughput.bytesPerSecond, 500);
	});
});
