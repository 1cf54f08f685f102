import assert from 'node:assert/strict';
import { describeDrawing } from '../../src/features/applications/register';
import { home } from '../support/host/applicationsHarness';

describe('message above the Applications view', () => {
	const drawing = { account: home, filter: '', shown: 3, total: 3 };

	it('shows no message above the applications if there is one account and no filter', () => {
		assert.equal(describeDrawing(drawing, 1), '');
	});

	it('shows no message above the applications when signed out', () => {
		assert.equal(describeDrawing({ ...drawing, account: undefined }, 0), '');
	});

	it('shows the current account above the applications if there are several accounts', () => {
		assert.equal(describeDrawing(drawing, 2), `Account: ${home.label}`);
	});

	it('shows the application filter and its number of matches', () => {
		assert.equal(
			describeDrawing({ ...drawing, filter: 'shop', shown: 1, total: 2599 }, 1),
			'Filter: shop — 1 of 2,599',
		);
	});

	it('shows the current account together with the application filter', () => {
		assert.equal(
			describeDrawing({ ...drawing, filter: 'shop', shown: 1 }, 2),
			`Account: ${home.label} · Filter: shop — 1 of 3`,
		);
	});
});
