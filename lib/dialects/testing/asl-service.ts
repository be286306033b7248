import service from 'amazon-states-language-service';

const { getLanguageService, getYamlLanguageService, TextDocument } = service;

/** What AWS's own language service says of a state machine: messages, sorted, without places. */
export async function aslServiceMessages(text: string, fileName: string): Promise<readonly string[]> {
  const yaml = /\.ya?ml$/.test(fileName);
  const document = TextDocument.create(`test://${fileName}`, yaml ? 'asl-yaml' : 'asl', 1, text);
  const language = yaml ? getYamlLanguageService({}) : getLanguageService({});
  const diagnostics = await language.doValidation(document, language.parseJSONDocument(document));
  return diagnostics.map(({ message }) => (typeof message === 'string' ? message : message.value)).sort();
}
