import assert from 'node:assert/strict';
import { describeDrawing } from '../../src/features/applications/viewMessage';
import { home } from '../support/host/applicationsStage';

describe('the words above the applications', () => {
	const drawing = { account: home, filter: '', shown: 3, total: 3 };

	it('are none while there is one account and no filter', () => {
		assert.equal(describeDrawing(drawing, 1), '');
	});

	it('are none while nobody is signed in', () => {
		assert.equal(describeDrawing({ ...drawing, account: undefined }, 0), '');
	});

	it('name the account where there are several', () => {
		assert.equal(describeDrawing(drawing, 2), `Account: ${home.label}`);
	});

	it('name the filter and what it leaves', () => {
		assert.equal(
			describeDrawing({ ...drawing, filter: 'shop', shown: 1, total: 2599 }, 1),
			'Filter: shop — 1 of 2,599',
		);
	});

	it('name both', () => {
		assert.equal(
			describeDrawing({ ...drawing, filter: 'shop', shown: 1 }, 2),
			`Account: ${home.label} · Filter: shop — 1 of 3`,
		);
	});
});
