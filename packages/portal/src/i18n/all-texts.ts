import * as enAccounts from './en/accounts/account-texts.ts';
import * as enApp from './en/app.ts';
import * as enAudit from './en/audit/audit-stage.ts';
import * as enCalls from './en/calls/call-stage.ts';
import * as enCases from './en/cases/case-stage.ts';
import * as enLists from './en/cases/list-stage.ts';
import * as enData from './en/data/data-texts.ts';
import { deploymentTexts as enDeployment } from './en/deployment-texts.ts';
import * as enDevelopers from './en/developers/developer-stage.ts';
import * as en from './en/early.ts';
import * as enEnrolment from './en/enrolment-texts.ts';
import { errorTexts as enErrors } from './en/error-texts.ts';
import * as enExports from './en/exports/export-texts.ts';
import * as enLimits from './en/limits/limit-texts.ts';
import * as enMe from './en/me-texts.ts';
import * as enOperators from './en/operators/operator-stage.ts';
import * as enStays from './en/operators/stay-texts.ts';
import { permissionTexts as enPermissions } from './en/permission-texts.ts';
import * as enReceivers from './en/receivers/receiver-texts.ts';
import * as enReplay from './en/replay/replay-texts.ts';
import * as enFill from './en/sandbox/fill-texts.ts';
import * as enSandbox from './en/sandbox/sandbox-stage.ts';
import * as enSettings from './en/settings/setting-stage.ts';
import * as enTeam from './en/team-texts.ts';
import * as enVerify from './en/verify-texts.ts';
import * as esAccounts from './es/accounts/account-texts.ts';
import * as esApp from './es/app.ts';
import * as esAudit from './es/audit/audit-stage.ts';
import * as esCalls from './es/calls/call-stage.ts';
import * as esCases from './es/cases/case-stage.ts';
import * as esLists from './es/cases/list-stage.ts';
import * as esData from './es/data/data-texts.ts';
import { deploymentTexts as esDeployment } from './es/deployment-texts.ts';
import * as esDevelopers from './es/developers/developer-stage.ts';
import * as es from './es/early.ts';
import * as esEnrolment from './es/enrolment-texts.ts';
import { errorTexts as esErrors } from './es/error-texts.ts';
import * as esExports from './es/exports/export-texts.ts';
import * as esLimits from './es/limits/limit-texts.ts';
import * as esMe from './es/me-texts.ts';
import * as esOperators from './es/operators/operator-stage.ts';
import * as esStays from './es/operators/stay-texts.ts';
import { permissionTexts as esPermissions } from './es/permission-texts.ts';
import * as esReceivers from './es/receivers/receiver-texts.ts';
import * as esReplay from './es/replay/replay-texts.ts';
import * as esFill from './es/sandbox/fill-texts.ts';
import * as esSandbox from './es/sandbox/sandbox-stage.ts';
import * as esSettings from './es/settings/setting-stage.ts';
import * as esTeam from './es/team-texts.ts';
import * as esVerify from './es/verify-texts.ts';
import { LANGUAGES, type Language } from './languages.ts';
import * as ptAccounts from './pt/accounts/account-texts.ts';
import * as ptApp from './pt/app.ts';
import * as ptAudit from './pt/audit/audit-stage.ts';
import * as ptCalls from './pt/calls/call-stage.ts';
import * as ptCases from './pt/cases/case-stage.ts';
import * as ptLists from './pt/cases/list-stage.ts';
import * as ptData from './pt/data/data-texts.ts';
import { deploymentTexts as ptDeployment } from './pt/deployment-texts.ts';
import * as ptDevelopers from './pt/developers/developer-stage.ts';
import * as pt from './pt/early.ts';
import * as ptEnrolment from './pt/enrolment-texts.ts';
import { errorTexts as ptErrors } from './pt/error-texts.ts';
import * as ptExports from './pt/exports/export-texts.ts';
import * as ptLimits from './pt/limits/limit-texts.ts';
import * as ptMe from './pt/me-texts.ts';
import * as ptOperators from './pt/operators/operator-stage.ts';
import * as ptStays from './pt/operators/stay-texts.ts';
import { permissionTexts as ptPermissions } from './pt/permission-texts.ts';
import * as ptReceivers from './pt/receivers/receiver-texts.ts';
import * as ptReplay from './pt/replay/replay-texts.ts';
import * as ptFill from './pt/sandbox/fill-texts.ts';
import * as ptSandbox from './pt/sandbox/sandbox-stage.ts';
import * as ptSettings from './pt/settings/setting-stage.ts';
import * as ptTeam from './pt/team-texts.ts';
import * as ptVerify from './pt/verify-texts.ts';
import { addTexts, type Stage, type TextsOf } from './texts.ts';

/** All texts in every language at once: for the tests, not for the page. */
export const dictionaries: Readonly<Record<Language, { [S in Stage]: TextsOf<S> }>> = {
  pt: {
    early: pt.earlyTexts,
    app: ptApp.appTexts,
    enrolment: ptEnrolment.enrolmentTexts,
    errors: ptErrors,
    lists: ptLists.listStageTexts,
    cases: ptCases.caseStageTexts,
    settings: ptSettings.settingStageTexts,
    team: ptTeam.teamTexts,
    me: ptMe.meTexts,
    permissions: ptPermissions,
    deployment: ptDeployment,
    verify: ptVerify.verifyTexts,
    developers: ptDevelopers.developerStageTexts,
    accounts: ptAccounts.accountTexts,
    calls: ptCalls.callStageTexts,
    limits: ptLimits.limitTexts,
    audit: ptAudit.auditStageTexts,
    data: ptData.dataTexts,
    exports: ptExports.exportTexts,
    replay: ptReplay.replayTexts,
    sandbox: ptSandbox.sandboxStageTexts,
    operators: ptOperators.operatorStageTexts,
    stays: ptStays.stayTexts,
    fill: ptFill.fillTexts,
    receivers: ptReceivers.receiverTexts,
  },
  en: {
    early: en.earlyTexts,
    app: enApp.appTexts,
    enrolment: enEnrolment.enrolmentTexts,
    errors: enErrors,
    lists: enLists.listStageTexts,
    cases: enCases.caseStageTexts,
    settings: enSettings.settingStageTexts,
    team: enTeam.teamTexts,
    me: enMe.meTexts,
    permissions: enPermissions,
    deployment: enDeployment,
    verify: enVerify.verifyTexts,
    developers: enDevelopers.developerStageTexts,
    accounts: enAccounts.accountTexts,
    calls: enCalls.callStageTexts,
    limits: enLimits.limitTexts,
    audit: enAudit.auditStageTexts,
    data: enData.dataTexts,
    exports: enExports.exportTexts,
    replay: enReplay.replayTexts,
    sandbox: enSandbox.sandboxStageTexts,
    operators: enOperators.operatorStageTexts,
    stays: enStays.stayTexts,
    fill: enFill.fillTexts,
    receivers: enReceivers.receiverTexts,
  },
  es: {
    early: es.earlyTexts,
    app: esApp.appTexts,
    enrolment: esEnrolment.enrolmentTexts,
    errors: esErrors,
    lists: esLists.listStageTexts,
    cases: esCases.caseStageTexts,
    settings: esSettings.settingStageTexts,
    team: esTeam.teamTexts,
    me: esMe.meTexts,
    permissions: esPermissions,
    deployment: esDeployment,
    verify: esVerify.verifyTexts,
    developers: esDevelopers.developerStageTexts,
    accounts: esAccounts.accountTexts,
    calls: esCalls.callStageTexts,
    limits: esLimits.limitTexts,
    audit: esAudit.auditStageTexts,
    data: esData.dataTexts,
    exports: esExports.exportTexts,
    replay: esReplay.replayTexts,
    sandbox: esSandbox.sandboxStageTexts,
    operators: esOperators.operatorStageTexts,
    stays: esStays.stayTexts,
    fill: esFill.fillTexts,
    receivers: esReceivers.receiverTexts,
  },
};

for (const language of LANGUAGES) {
  addTexts(language, dictionaries[language].early);
  addTexts(language, dictionaries[language].app);
  addTexts(language, dictionaries[language].errors);
  addTexts(language, dictionaries[language].lists);
  addTexts(language, dictionaries[language].cases);
  addTexts(language, dictionaries[language].settings);
  addTexts(language, dictionaries[language].team);
  addTexts(language, dictionaries[language].me);
  addTexts(language, dictionaries[language].permissions);
  addTexts(language, dictionaries[language].deployment);
  addTexts(language, dictionaries[language].verify);
  addTexts(language, dictionaries[language].developers);
  addTexts(language, dictionaries[language].accounts);
  addTexts(language, dictionaries[language].calls);
  addTexts(language, dictionaries[language].limits);
  addTexts(language, dictionaries[language].audit);
  addTexts(language, dictionaries[language].data);
  addTexts(language, dictionaries[language].exports);
  addTexts(language, dictionaries[language].replay);
  addTexts(language, dictionaries[language].sandbox);
  addTexts(language, dictionaries[language].operators);
  addTexts(language, dictionaries[language].stays);
  addTexts(language, dictionaries[language].fill);
  addTexts(language, dictionaries[language].receivers);
}
