import assert from 'node:assert/strict';
import { type PastedTokenProblem, readPastedToken } from '../../../../src/core/account/pastedToken';

const token = 'y0_AgAAAA-b.c~d+e/f==';

describe('readPastedToken', () => {
	const accepted: Record<string, string> = {
		'the token alone': token,
		'spaces and line endings around it': `  \t${token}\r\n`,
		'invisible characters around it': `\ufeff${token}\u200b`,
		'double quotes': `"${token}"`,
		'single quotes and spaces inside them': `' ${token} '`,
		backticks: `\`${token}\``,
		'typographic quotes': `“${token}”`,
		'angle brackets of a document': `<${token}>`,
		'the scheme of the header': `OAuth ${token}`,
		'the scheme in other letters, and quotes': `"oauth   ${token}"`,
		'the scheme with the token in quotes': `OAuth "${token}"`,
		'another scheme': `Bearer ${token}`,
		'the whole header': `Authorization: OAuth ${token}`,
		'the parameter alone': `access_token=${token}`,
		'the fragment alone': `#access_token=${token}&token_type=bearer`,
		'JSON of the provider': `{"token_type": "bearer", "access_token": "${token}", "expires_in": 31536000}`,
		'the redirect address': `https://id.example/verification_code#access_token=${token}&token_type=bearer&expires_in=1`,
		'the redirect address with the token last': `https://id.example/verification_code#state=&access_token=${token}`,
		'the redirect address in quotes': `"https://id.example/verification_code#access_token=${token}"`,
		'a query in place of a fragment': `https://id.example/verification_code?access_token=${token}&x=1`,
		'an address with the token percent-encoded': `https://id.example/#access_token=${encodeURIComponent(token)}`,
		'an address percent-encoded as a whole': encodeURIComponent(`https://id.example/#access_token=${token}&x=1`),
	};
	for (const [what, pasted] of Object.entries(accepted)) {
		it(`extracts the token from pasted input: ${what}`, () =>
			assert.deepEqual(readPastedToken(pasted), { ok: true, token }));
	}

	it('does not percent-decode a bare token', () => {
		assert.deepEqual(readPastedToken('ab%41cd'), { ok: true, token: 'ab%41cd' });
	});

	it('preserves an invalid percent sequence in the token of a pasted URL', () => {
		assert.deepEqual(readPastedToken('https://id.example/#access_token=ab%zz'), { ok: true, token: 'ab%zz' });
	});

	it('accepts a token that starts with the name of an authorization scheme', () => {
		assert.deepEqual(readPastedToken('OAuthabc'), { ok: true, token: 'OAuthabc' });
	});

	const refused: Record<string, [pasted: string, problem: PastedTokenProblem]> = {
		nothing: ['', 'empty'],
		'white space': [' \n\t', 'empty'],
		'empty quotes': ['""', 'empty'],
		'an address with an empty token': ['https://id.example/#access_token=&token_type=bearer', 'empty'],
		'the page on which a token is requested': [
			'https://id.example/authorize?response_type=token&client_id=0123',
			'addressWithoutToken',
		],
		'an address with a code': ['https://id.example/verification_code?code=1234567', 'addressWithoutToken'],
		'a denied request': ['https://id.example/verification_code#error=access_denied&error_description=no', 'denied'],
		'a sentence': ['my token is abc', 'spaces'],
		'two tokens': [`${token} ${token}`, 'spaces'],
		'letters outside ASCII': ['токен', 'characters'],
		'a control character': ['abc\u0007def', 'characters'],
		'an encoded line break, which would end the header': ['https://id.example/#access_token=a%0d%0aX:1', 'spaces'],
	};
	for (const [what, [pasted, problem]] of Object.entries(refused)) {
		it(`rejects pasted input that contains no usable token: ${what}`, () =>
			assert.deepEqual(readPastedToken(pasted), { ok: false, problem }));
	}
});
