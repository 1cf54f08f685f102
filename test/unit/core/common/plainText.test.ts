import * as assert from 'node:assert/strict';
import { wordsOfMember } from '../../../../src/core/common/plainText';

describe('labels of JSON members', () => {
	it('converts the name of a JSON member to words', () => {
		const names = ['owner', 'bundle_id', 'timeZoneName', 'gdpr-agreement', 'URL', ''];
		assert.deepEqual(names.map(wordsOfMember), ['Owner', 'Bundle id', 'Time zone name', 'Gdpr agreement', 'URL', '']);
	});
});
