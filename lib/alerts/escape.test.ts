import { describe, expect, it } from 'vitest';
import { escapeDingtalk, escapeHtml, escapeSlack, escapeWecom, quoteLines } from './escape';

describe('escaping', () => {
  it('Slack: mentions and links', () => {
    expect(escapeSlack('<!channel> <@U1> <https://evil.test|pay> a & b')).toBe(
      '&lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.test|pay&gt; a &amp; b',
    );
    expect(escapeSlack('&lt;')).toBe('&amp;lt;');
  });

  it('HTML: tags and attributes', () => {
    expect(escapeHtml(`<img src=x onerror='a("b")'>`)).toBe('&lt;img src=x onerror=&#39;a(&quot;b&quot;)&#39;&gt;');
  });

  it('DingTalk: links, pictures, tags, headings', () => {
    expect(escapeDingtalk('# a ![x](http://e.test) [y](z) <font> **b**')).toBe(
      '＃ a ！［x］(http://e.test) ［y］(z) ＜font> ＊＊b＊＊',
    );
  });

  it('WeCom: mentions and tags', () => {
    expect(escapeWecom('<@all> <font color="red"> [y](z) # t card_declined')).toBe(
      '＜@all> ＜font color="red"> ［y］(z) ＃ t card_declined',
    );
  });

  it('quotes every line', () => {
    expect(quoteLines('a\n# b\n\n- c')).toBe('> a\n> # b\n> \n> - c');
  });
});
