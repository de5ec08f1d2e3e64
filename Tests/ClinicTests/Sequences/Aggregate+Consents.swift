import Clinic
import Endpoints
import EventSourcing

extension Aggregate {
    private static let wording = #"{"title":"<word>","text":"<word> <digit>"}"#
    private static let signature = #"{"signed_name":"<word>","drawing":"M1 1 L2 2"}"#

    static let consents = Aggregate(
        name: "consents", prelude: [Move("addConsentTemplate", as: .admin, wording)],
        moves: [
            Move("addConsentTemplate", as: .admin, wording),
            Move("changeConsentTemplate", as: .admin, wording), Move("retireConsentTemplate", as: .admin),
            Move("presentConsent", #"{"template_id":"<template>"}"#),
            Move("presentConsent", #"{"template_id":"<template>"}"#),
            Move("signConsent", signature), Move("signOwnConsent", as: .patient, signature),
            Move("withdrawConsent", #"{"reason":"<word>"}"#), Move("withdrawOwnConsent", as: .patient, "{}"),
        ],
        documents: [AnyProjection(Consents.self), AnyProjection(ConsentTemplates.self)],
        lives: [
            Life(
                Consents.self, begins: ["consent-presented"], ends: ["consent-withdrawn"]),
            Life(
                ConsentTemplates.self, begins: ["consent-template-set"], ends: ["consent-template-retired"]),
        ])
}
